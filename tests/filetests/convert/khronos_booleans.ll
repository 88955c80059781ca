; Booleans to floating-point numbers as the Khronos translator writes them, by way of an integer, which is minus one for
; `sitofp`.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
define spir_func float @f(i1 %b, <2 x i1> %v) {
  %u = uitofp <2 x i1> %v to <2 x double>
  %s = sitofp i1 %b to float
  ret float %s
}
