; Functions that pointers name before they are declared stay in the order of the module.
; RUN: forward --spirv-ext=+SPV_INTEL_function_pointers
; RUN: roundtrip --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"

define spir_func void @first(ptr addrspace(4) %to) {
  store ptr @last, ptr addrspace(4) %to, align 8
  ret void
}

define spir_func void @second(ptr addrspace(4) %to) {
  store ptr @third, ptr addrspace(4) %to, align 8
  ret void
}

define spir_func void @third(ptr addrspace(4) %to) {
  store ptr @second, ptr addrspace(4) %to, align 8
  ret void
}

define spir_func void @last(ptr addrspace(4) %to) {
  ret void
}
