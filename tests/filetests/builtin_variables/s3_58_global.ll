; Input may also have the variable itself.
; RUN: forward
; RUN: roundtrip
; RUN: roundtrip --spirv-builtin-format=global
; COVERS: s3_58 s3_59
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInGlobalInvocationId = external addrspace(7) global <3 x i64>

define spir_func i64 @f() {
  %v = load <3 x i64>, ptr addrspace(7) @__spirv_BuiltInGlobalInvocationId, align 32
  %x = extractelement <3 x i64> %v, i64 0
  ret i64 %x
}
