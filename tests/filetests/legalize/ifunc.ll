; Nobody resolves a function before the program runs.
; RUN: fails forward --spirv-ext=+SPV_INTEL_function_pointers
target triple = "spir64-unknown-unknown"

@chosen = ifunc void (), ptr @choose

define spir_func void @first() {
  ret void
}

define spir_func ptr @choose() {
  ret ptr @first
}

define spir_func void @f() {
  call spir_func void @chosen()
  ret void
}
