; The default must be a constant.
; RUN: fails forward
; COVERS: s1_08
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  %x = call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 %a)
  ret i32 %x
}

declare i32 @_Z20__spirv_SpecConstantii(i32, i32)
