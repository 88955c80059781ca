; The types of arguments tell the width where OpenCL C has no name for it.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: SPIRV-Tools knows integers of four widths
; COMPLAINT: Invalid number of bits (31) used for OpTypeInt.
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i31 %number) {
  store i31 %number, ptr addrspace(1) %out, align 4
  ret void
}
