; Handles of images are as wide as addresses (SPV_INTEL_bindless_images).
; RUN: fails forward --spirv-ext=+SPV_INTEL_bindless_images
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %narrow) {
  %image = call spir_func target("spirv.Image", i32, 2, 0, 0, 0, 0, 0, 0) @_Z33__spirv_ConvertHandleToImageINTELi(i32 %narrow)
  ret void
}

define spir_func void @g(i64 %right, i32 %narrow) {
  %sampler = call spir_func target("spirv.Sampler") @_Z35__spirv_ConvertHandleToSamplerINTELl(i64 %right)
  %other = call spir_func target("spirv.Sampler") @_Z35__spirv_ConvertHandleToSamplerINTELi(i32 %narrow)
  ret void
}

declare spir_func target("spirv.Image", i32, 2, 0, 0, 0, 0, 0, 0) @_Z33__spirv_ConvertHandleToImageINTELi(i32)
declare spir_func target("spirv.Sampler") @_Z35__spirv_ConvertHandleToSamplerINTELl(i64)
declare spir_func target("spirv.Sampler") @_Z35__spirv_ConvertHandleToSamplerINTELi(i32)
