; Shaders have no sine of 64 bits.
; RUN: fails forward
target triple = "spirv1.5-unknown-vulkan1.2-library"

define double @f(double %x) {
  %1 = call double @llvm.sin.f64(double %x)
  ret double %1
}
