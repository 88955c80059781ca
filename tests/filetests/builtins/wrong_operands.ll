; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z11__spirv_DotDv4_f(<4 x float>)

define spir_func float @f(<4 x float> %a) {
  %dot = call spir_func float @_Z11__spirv_DotDv4_f(<4 x float> %a)
  ret float %dot
}
