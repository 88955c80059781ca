; The types of arguments tell the width where OpenCL C has no name for it.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_arbitrary_precision_integers
; NO-VAL: the SPIRV-Tools of the distribution do not know the capability
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i31 %number) {
  store i31 %number, ptr addrspace(1) %out, align 4
  ret void
}
