; A function that is called as a builtin of OpenCL C is named is none without the mangling.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func float @sqrt(float)
declare spir_func i64 @get_global_id(i32)

define spir_func float @f(float %x) {
  %v = call spir_func float @sqrt(float %x)
  %i = call spir_func i64 @get_global_id(i32 0)
  ret float %v
}
