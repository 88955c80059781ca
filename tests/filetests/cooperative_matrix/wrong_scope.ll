; The scope of a matrix type is one of the numbers of scopes.
; RUN: fails forward --spirv-ext=+SPV_KHR_cooperative_matrix
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  %m = alloca target("spirv.CooperativeMatrixKHR", float, 8, 12, 12, 2)
  ret void
}
