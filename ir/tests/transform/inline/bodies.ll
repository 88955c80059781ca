; Blocks, phis, variables, branches on arguments, results of several returns.
declare void @take(ptr)

define internal i32 @choose(ptr noalias %p, i32 %x, i1 %c) alwaysinline {
entry:
  %a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %yes, label %no
yes:
  call void @take(ptr %a)
  ret i32 %x
no:
  %v = load i32, ptr %p
  %w = mul i32 %v, 3
  ret i32 %w
}

define internal i32 @sum(i32 %n) alwaysinline {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %s = phi i32 [ 0, %entry ], [ %t, %head ]
  %t = add i32 %s, %i
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %out, label %head
out:
  ret i32 %t
}

define internal void @never() alwaysinline {
  call void @take(ptr null)
  unreachable
}

define internal i32 @way(i32 %which) alwaysinline {
  switch i32 %which, label %other [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  ret i32 10
two:
  ret i32 20
other:
  ret i32 30
}

define i32 @caller(ptr %q, i1 %c, i32 %n) {
entry:
  %r = call i32 @choose(ptr %q, i32 5, i1 %c)
  %s = call i32 @choose(ptr %q, i32 6, i1 true)
  %t = tail call i32 @sum(i32 %n)
  %u = call i32 @way(i32 2)
  %v = call i32 @way(i32 %n)
  %x = add i32 %r, %s
  %y = add i32 %t, %u
  %z = add i32 %x, %y
  %f = add i32 %z, %v
  ret i32 %f
}

define void @ends(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @never()
  br label %b
b:
  %p = phi i32 [ 0, %0 ], [ 1, %a ]
  ret void
}
