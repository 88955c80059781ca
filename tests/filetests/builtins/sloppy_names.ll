; Names that some front ends write: a number for the private address space, no types at all; and a deprecated name.
; RUN: forward
target triple = "spir64-unknown-unknown"
declare spir_func half @_Z17__spirv_ocl_fractDF16_PU3AS0DF16_(half, ptr)
declare spir_func i1 @_Z21__spirv_LessOrGreater(float, float)
define spir_func i1 @f(half %h, float %a, float %b) {
  %place = alloca half
  %r = call spir_func half @_Z17__spirv_ocl_fractDF16_PU3AS0DF16_(half %h, ptr %place)
  %c = call spir_func i1 @_Z21__spirv_LessOrGreater(float %a, float %b)
  ret i1 %c
}
