; Minima and maxima of common numbers with the flags of the extension, in the releases of the Khronos translator from that of LLVM 23 on.
; RUN: forward khronos --llvm-version=23 --spirv-ext=+SPV_KHR_float_controls2
; RUN: forward khronos --llvm-version=23
; RUN: forward khronos --spirv-ext=+SPV_KHR_float_controls2
; NO-ROUND-TRIP: they come back as intrinsics
target triple = "spir64-unknown-unknown"

define spir_func float @f(float %x, float %y) {
  %m = call spir_func float @_Z23__spirv_ocl_fmin_commonff(float %x, float %y)
  %n = call spir_func float @_Z23__spirv_ocl_fmax_commonff(float %m, float %y)
  ret float %n
}

declare spir_func float @_Z23__spirv_ocl_fmin_commonff(float, float)
declare spir_func float @_Z23__spirv_ocl_fmax_commonff(float, float)
