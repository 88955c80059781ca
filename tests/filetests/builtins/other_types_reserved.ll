; A name of SPIR-V's is nobody else's.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z15__spirv_ocl_sini(i32)

define spir_func i32 @f(i32 %a) {
  %1 = call spir_func i32 @_Z15__spirv_ocl_sini(i32 %a)
  ret i32 %1
}
