; Loads of `bfloat` vectors tell it in friendly names, and a dot product is known by a name that counts `__bf16` among its components.
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_bfloat16,+SPV_INTEL_bfloat16_arithmetic --spirv-target-env=SPV-IR
; NO-VAL: SPIRV-Tools takes no number of that type in the set
; COMPLAINT: ExtInst doesn't support BFloat16 type.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

define spir_func bfloat @loaded(i64 %at, ptr addrspace(1) %from) {
  %x = call spir_func <2 x bfloat> @_Z26__spirv_ocl_vloadn_RDF16b2lPU3AS1KDF16bi(i64 %at, ptr addrspace(1) %from, i32 2)
  %y = call spir_func bfloat @_Z3dotDv2_DF16bDv2_S_(<2 x bfloat> %x, <2 x bfloat> %x)
  ret bfloat %y
}

declare spir_func <2 x bfloat> @_Z26__spirv_ocl_vloadn_RDF16b2lPU3AS1KDF16bi(i64, ptr addrspace(1), i32)
declare spir_func bfloat @_Z3dotDv2_DF16bDv2_S_(<2 x bfloat>, <2 x bfloat>)
