; Whoever calls by an address does not lay the arguments out.
; RUN: fails forward --spirv-ext=+SPV_INTEL_function_pointers
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %count, ...) {
  ret void
}

define spir_func ptr @g() {
  ret ptr @f
}
