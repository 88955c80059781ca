; Arguments by value, stacks that grow, tail calls, scopes of aliasing.
%pair = type { i64, i32 }
declare void @take(ptr)
declare i32 @next(i32)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define internal void @copied(ptr byval(%pair) align 16 %p) alwaysinline {
  store i64 1, ptr %p
  call void @take(ptr %p)
  ret void
}

define internal i64 @read(ptr byval(%pair) %p) alwaysinline memory(read) {
  %v = load i64, ptr %p
  ret i64 %v
}

define internal void @grows(i32 %n) alwaysinline {
  %room = alloca i8, i32 %n
  call void @take(ptr %room)
  ret void
}

define internal i32 @tail(i32 %n) alwaysinline {
  %r = musttail call i32 @next(i32 %n)
  ret i32 %r
}

define internal void @scoped(ptr %p, ptr %q) alwaysinline nounwind {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %v = load i32, ptr %p, !alias.scope !0
  store i32 %v, ptr %q, !noalias !0
  call void @take(ptr %q)
  ret void
}

define i64 @caller(ptr %p, ptr %q, i32 %n) {
  call void @copied(ptr byval(%pair) align 16 %p)
  %v = call i64 @read(ptr byval(%pair) %p)
  call void @grows(i32 %n)
  call void @scoped(ptr %p, ptr %q)
  call void @scoped(ptr %q, ptr %p)
  ret i64 %v
}

define i32 @tails(i32 %n) {
  %r = musttail call i32 @tail(i32 %n)
  ret i32 %r
}

define i32 @not_tails(i32 %n) {
  %r = tail call i32 @tail(i32 %n)
  %s = add i32 %r, 1
  ret i32 %s
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"one"}
!2 = distinct !{!2, !"all"}
