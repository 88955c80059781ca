; A number that is none.
; RUN: fails forward --spirv-ext=+SPV_INTEL_vector_compute
target triple = "spir64-unknown-unknown"
define spir_func void @f() "VCFunction" "VCSIMTCall"="five" {
  ret void
}
