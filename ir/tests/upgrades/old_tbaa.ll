; Tags of TBAA that are scalar types.

declare void @callee()

define void @f(ptr %p) {
  %old = atomicrmw add ptr %p, i8 0 seq_cst, align 1, !tbaa !0
  %ld = load i8, ptr %p, align 1, !tbaa !1
  store i8 1, ptr %p, align 1, !tbaa !1
  %c = load i8, ptr %p, align 1, !tbaa !3
  call void @callee(), !tbaa !1
  store i8 1, ptr %p, align 1, !tbaa !4
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"scalar-a", !2}
!2 = !{!"root"}
!3 = !{!"scalar-a", !2, i64 1}
!4 = distinct !{!"scalar-b", !2}
