target triple = "spir64"

define spir_func i32 @f(ptr addrspace(1) %p) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %a = load i32, ptr addrspace(1) %p, !alias.scope !0
  ret i32 %a
}

declare void @llvm.experimental.noalias.scope.decl(metadata)

!0 = !{!1}
!1 = distinct !{!1, null}
