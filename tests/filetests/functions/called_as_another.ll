; Functions that are called as what they are not: the error says so, of a builtin whatever is allowed.
; RUN: fails forward
; RUN: fails forward --spirv-ext=+SPV_INTEL_function_pointers
target triple = "spir64-unknown-unknown"

declare spir_func i1 @__spirv_GroupAll(i32, i1)
declare spir_func i32 @_Z3absi(i32)

define internal spir_func float @own(float %x) {
  ret float %x
}

define spir_kernel void @k(ptr addrspace(1) %o) {
  %r = call spir_func i32 @__spirv_GroupAll(i32 2, i1 true)
  store i32 %r, ptr addrspace(1) %o
  %a = call spir_func float @_Z3absi(i32 1)
  store float %a, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @l(ptr addrspace(1) %o) {
  %r = call spir_func i32 @own(float 1.0)
  store i32 %r, ptr addrspace(1) %o
  ret void
}
