; A function with the name of an OpenCL C builtin that takes or gives other types is a function of somebody else's, and so is a
; template of C++.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z3sinf(float)
declare spir_func i32 @_Z3cosf(i32)
declare spir_func double @_Z4fmaxff(float, double)
declare spir_func <4 x float> @_Z4fminDv4_ff(<4 x float>, float)
declare spir_func <2 x float> @_Z3powDv4_fS_(<4 x float>, <4 x float>)
declare spir_func float @_Z3tanIfET_S0_(float)
declare spir_func i32 @_Z3expIfET_S0_(i32)
declare spir_func float @_Z3clzf(float)
declare spir_func i32 @_Z5isnani(i32)
declare spir_func i32 @_Z5isinff(i32)

define spir_func float @f(float %a, double %b, i32 %c, <4 x float> %d) {
  %1 = call spir_func float @_Z3sinf(float %a)
  %2 = call spir_func i32 @_Z3cosf(i32 %c)
  %3 = call spir_func double @_Z4fmaxff(float %1, double %b)
  %4 = call spir_func <4 x float> @_Z4fminDv4_ff(<4 x float> %d, float %1)
  %5 = call spir_func <2 x float> @_Z3powDv4_fS_(<4 x float> %d, <4 x float> %4)
  %6 = call spir_func float @_Z3tanIfET_S0_(float %1)
  %7 = call spir_func i32 @_Z3expIfET_S0_(i32 %2)
  %8 = call spir_func float @_Z3clzf(float %6)
  %9 = call spir_func i32 @_Z5isnani(i32 %7)
  %10 = call spir_func i32 @_Z5isinff(i32 %9)
  ret float %8
}
