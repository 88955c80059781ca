; How caches are used for operands: pointers with decorations, which come back as that. A hint without the extension.
; RUN: forward --spirv-ext=+SPV_INTEL_cache_controls
; RUN: roundtrip --spirv-ext=+SPV_INTEL_cache_controls
; RUN: forward
; NO-VAL: SPIRV-Tools does not know that each level of the caches may have its own
; COMPLAINT: ID '19' decorated with CacheControlLoadINTEL multiple times is not allowed.
target triple = "spir64-unknown-unknown"
declare spir_func void @use(i32, ptr addrspace(1))
define spir_func void @f(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p, !spirv.DecorationCacheControlINTEL !0
  store i32 %v, ptr addrspace(1) %p, !spirv.DecorationCacheControlINTEL !2
  call spir_func void @use(i32 %v, ptr addrspace(1) %p), !spirv.DecorationCacheControlINTEL !4
  ret void
}
!0 = !{!1}
!1 = !{i32 6442, i32 0, i32 1, i32 0}
!2 = !{!3}
!3 = !{i32 6443, i32 0, i32 1, i32 1}
!4 = !{!5, !6}
!5 = !{i32 6442, i32 0, i32 3, i32 1}
!6 = !{i32 6442, i32 1, i32 1, i32 1}
