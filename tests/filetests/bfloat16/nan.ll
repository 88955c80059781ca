; A NaN is no arithmetic: the type's own extension is enough.
; NO-VAL: SPIRV-Tools does not know bfloat in extended instructions
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16
target triple = "spir64-unknown-unknown"
declare spir_func bfloat @_Z23__spirv_ocl_nan__RDF16bt(i16)
define spir_func bfloat @f(i16 %bits) {
  %nan = call spir_func bfloat @_Z23__spirv_ocl_nan__RDF16bt(i16 %bits)
  ret bfloat %nan
}
