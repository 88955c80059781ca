; An operand that is no pointer.
; RUN: fails forward --spirv-ext=+SPV_INTEL_cache_controls
target triple = "spir64-unknown-unknown"
define spir_func void @f(i32 %v, ptr addrspace(1) %p) {
  store i32 %v, ptr addrspace(1) %p, !spirv.DecorationCacheControlINTEL !0
  ret void
}
!0 = !{!1}
!1 = !{i32 6443, i32 0, i32 1, i32 0}
