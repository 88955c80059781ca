; What is there already, what is computed twice, and what nothing needs.
target datalayout = "e-i64:64-n8:16:32:64"

@g = global i32 7

declare i32 @pure(i32) nounwind willreturn memory(none)
declare i32 @reads(ptr) nounwind willreturn memory(read)
declare void @writes()

define i32 @arithmetic(i32 %x, i32 %y, i1 %c) {
  %a = add i32 %x, 0
  %b = mul i32 %a, 1
  %d = sub i32 %b, %b
  %e = xor i32 %y, -1
  %f = and i32 %y, %e
  %h = or i32 %f, %d
  %i = or i32 %x, %y
  %j = and i32 %x, %i
  %k = add i32 %h, %j
  %l = sub i32 %k, %j
  %m = select i1 %c, i32 %l, i32 %l
  %n = shl i32 %m, 40
  %o = udiv i32 %x, %x
  %p = add i32 %m, %o
  ret i32 %p
}

define i1 @comparisons(i32 %x, i32 %y, ptr %p) {
  %a = icmp ult i32 %x, 0
  %b = icmp ule i32 %x, -1
  %c = and i1 %b, %a
  %d = icmp slt i32 %x, %y
  %e = icmp sgt i32 %y, %x
  %f = xor i1 %d, %e
  %v = alloca i32
  %h = icmp eq ptr %v, null
  %i = or i1 %f, %h
  %j = or i1 %i, %c
  ret i1 %j
}

define i64 @casts(i16 %x, ptr %p) {
  %a = zext i16 %x to i64
  %b = trunc i64 %a to i16
  %c = sext i16 %b to i64
  %d = sext i16 %x to i64
  %e = add i64 %c, %d
  %f = ptrtoint ptr %p to i64
  %h = inttoptr i64 %f to ptr
  %i = ptrtoint ptr %h to i64
  %j = mul i64 %e, %i
  ret i64 %j
}

define i32 @parts(<2 x i32> %v, i32 %x, { i32, [2 x i32] } %s) {
  %a = insertelement <2 x i32> %v, i32 %x, i32 0
  %b = insertelement <2 x i32> %a, i32 3, i32 1
  %c = extractelement <2 x i32> %b, i32 0
  %d = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 0, i32 1>
  %e = extractelement <2 x i32> %d, i32 1
  %f = insertvalue { i32, [2 x i32] } %s, i32 %c, 1, 0
  %h = extractvalue { i32, [2 x i32] } %f, 1, 0
  %i = extractvalue { i32, [2 x i32] } %f, 1, 1
  %j = add i32 %h, %i
  %k = add i32 %j, %e
  ret i32 %k
}

define float @floats(float %x, float %y) {
  %a = fmul float %x, 1.0
  %b = fadd float %a, -0.0
  %c = fsub float %b, 0.0
  %d = fneg float %c
  %e = fneg float %d
  %f = fadd nnan float %e, %y
  %h = fadd float %x, %y
  %i = fmul float %f, %h
  %j = fdiv float %i, 0x7FF8000000000000
  %k = fcmp ord float %j, %x
  %l = select i1 %k, float %x, float %i
  ret float %l
}

define i32 @memory(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  store i32 1, ptr %q
  %c = load i32, ptr %p
  %d = load i32, ptr %q
  store i32 2, ptr %q
  store i32 3, ptr %q
  %e = load i32, ptr %q
  store i32 %e, ptr %q
  %f = add i32 %a, %b
  %h = add i32 %c, %d
  %i = add i32 %f, %h
  %j = add i32 %e, %i
  ret i32 %j
}

define i32 @calls(ptr %p, i32 %x) {
  %a = call i32 @pure(i32 %x)
  %b = call i32 @reads(ptr %p)
  %c = call i32 @reads(ptr %p)
  call void @writes()
  %d = call i32 @reads(ptr %p)
  %e = call i32 @pure(i32 %x)
  %f = add i32 %a, %b
  %h = add i32 %c, %d
  %i = add i32 %f, %h
  %j = add i32 %e, %i
  %k = call i32 @pure(i32 %j)
  ret i32 %j
}

define i32 @branches(i32 %x, i32 %y, i1 %c) {
entry:
  %a = icmp eq i32 %x, %y
  br i1 %a, label %then, label %else
then:
  %b = icmp ne i32 %x, %y
  %d = zext i1 %a to i32
  %e = select i1 %b, i32 %x, i32 %d
  br label %join
else:
  %f = add nsw i32 %x, %y
  br label %join
join:
  %p = phi i32 [ %e, %then ], [ %f, %else ]
  %h = add i32 %x, %y
  br i1 %c, label %left, label %right
left:
  %i = mul i32 %h, %h
  br label %end
right:
  %j = add i32 %p, 1
  br label %end
end:
  %k = phi i32 [ %p, %left ], [ %p, %right ]
  ret i32 %k
}

define i32 @loop(i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %t = add i32 %s, %i
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %end
end:
  ret i32 0
}

define i32 @switched(i32 %n, i32 %m) {
entry:
  switch i32 %n, label %d [ i32 1, label %a
                            i32 2, label %b ]
a:
  %x = add i32 %m, 1
  br label %d
b:
  br label %d
d:
  %p = phi i32 [ %m, %entry ], [ %x, %a ], [ %n, %b ]
  ret i32 %m
}
