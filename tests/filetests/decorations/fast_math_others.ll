; Flags of what is no arithmetic can be said from SPIR-V 1.6 on, which Khronos mode asks for; nofpclass of a declaration is
; as good as flags if it holds of all floating-point parameters.
; RUN: forward
; RUN: forward khronos
; RUN: forward khronos --spirv-max-version=1.5
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"
declare spir_func nofpclass(nan inf) float @_Z16__spirv_ocl_fmaxff(float nofpclass(nan inf), float nofpclass(inf))
declare spir_func float @_Z16__spirv_ocl_fminff(float, float)
define spir_func i1 @f(float %a, float %b) {
  %n = fneg nnan float %a
  %m = fneg fast float %n
  %x = call spir_func float @_Z16__spirv_ocl_fmaxff(float %m, float %b)
  %y = call nsz arcp spir_func float @_Z16__spirv_ocl_fminff(float %x, float %b)
  %c = fcmp ninf oeq float %y, %b
  ret i1 %c
}
