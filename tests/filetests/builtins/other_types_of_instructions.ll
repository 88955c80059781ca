; Instructions without an extended set take numbers of one kind, too.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z18__spirv_BitReversef(float)

define spir_func float @f(float %a) {
  %1 = call spir_func float @_Z18__spirv_BitReversef(float %a)
  ret float %1
}
