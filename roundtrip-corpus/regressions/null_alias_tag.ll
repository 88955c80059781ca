target triple = "spir64"

define spir_func i32 @f(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, !tbaa !0
  ret i32 %a
}

!0 = !{null, null, i64 0}
