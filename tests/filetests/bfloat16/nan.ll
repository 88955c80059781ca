; A NaN is no arithmetic: the type's own extension is enough.
; RUN: forward --spirv-ext=+SPV_KHR_bfloat16
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16
; NO-VAL: SPIRV-Tools does not know bfloat in extended instructions
; COMPLAINT: ExtInst doesn't support BFloat16 type.
target triple = "spir64-unknown-unknown"
declare spir_func bfloat @_Z23__spirv_ocl_nan__RDF16bt(i16)
define spir_func bfloat @f(i16 %bits) {
  %nan = call spir_func bfloat @_Z23__spirv_ocl_nan__RDF16bt(i16 %bits)
  ret bfloat %nan
}
