; Without any of the extensions that have such numbers.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func half @f(i8 %x) {
  %y = call spir_func half @_Z36__builtin_spirv_ConvertE4M3ToFP16EXTc(i8 %x)
  ret half %y
}

declare spir_func half @_Z36__builtin_spirv_ConvertE4M3ToFP16EXTc(i8)
