; Literal operands are arguments of 32 bits.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_38
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z17__spirv_GroupIAddjii(i32, i32, i32)

define spir_func i32 @f(i32 %a) {
  %sum = call spir_func i32 @_Z17__spirv_GroupIAddjii(i32 2, i32 0, i32 %a)
  ret i32 %sum
}
