; RUN: forward
; RUN: roundtrip
; COVERS: s3_55 s3_57
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_func i64 @f() {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  ret i64 %id
}
