; What is not a mangled name is a function like any other, even if it looks like a builtin.
; RUN: forward
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z99__spirv_ocl_s_maxii(i32, i32)

define spir_func i32 @f(i32 %a) {
  %max = call spir_func i32 @_Z99__spirv_ocl_s_maxii(i32 %a, i32 %a)
  ret i32 %max
}
