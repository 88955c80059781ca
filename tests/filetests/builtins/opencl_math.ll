; The names of OpenCL C: signedness and type come from the mangling.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z4sqrtf(float)
declare spir_func i32 @_Z3maxii(i32, i32)
declare spir_func i32 @_Z3maxjj(i32, i32)
declare spir_func float @_Z3maxff(float, float)
declare spir_func <4 x float> @_Z3maxDv4_ff(<4 x float>, float)

define spir_func void @f(float %x, i32 %a, <4 x float> %v) {
  %sqrt = call spir_func float @_Z4sqrtf(float %x)
  %smax = call spir_func i32 @_Z3maxii(i32 %a, i32 %a)
  %umax = call spir_func i32 @_Z3maxjj(i32 %a, i32 %a)
  %fmax = call spir_func float @_Z3maxff(float %x, float %x)
  %vmax = call spir_func <4 x float> @_Z3maxDv4_ff(<4 x float> %v, float %x)
  ret void
}
