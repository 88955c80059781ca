; Other forms of the address of a function are its address.
; RUN: forward --spirv-ext=+SPV_INTEL_function_pointers
; RUN: fails forward
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"

define internal spir_func void @g() {
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %o) {
  store i64 ptrtoint (ptr dso_local_equivalent @g to i64), ptr addrspace(1) %o
  store ptr no_cfi @g, ptr addrspace(1) %o
  ret void
}
