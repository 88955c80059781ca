target triple = "spir64"

define spir_func void @f() {
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 5, !"a", null}
!1 = !{i32 3, !"b", !{null, null}}
