; Functions whose control flow SPIR-V for Vulkan has no words for: they are structured on the way.
target triple = "spirv1.6-unknown-vulkan1.3-compute"

; A cycle with two entries, and values that cross it.
define internal i32 @irreducible(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  br i1 %c, label %left, label %right
left:
  %l = phi i32 [ %a, %0 ], [ %y, %right ]
  %x = add i32 %l, %b
  %d = icmp ult i32 %x, 100
  br i1 %d, label %right, label %end
right:
  %r = phi i32 [ %b, %0 ], [ %x, %left ]
  %y = add i32 %r, %a
  %e = icmp ult i32 %y, 90
  br i1 %e, label %left, label %end
end:
  %s = phi i32 [ %x, %left ], [ %y, %right ]
  ret i32 %s
}

; Both targets of the inner loop's exits are in the outer loop, and one of them goes on with it.
define internal i32 @continues_outer(i32 %a, i32 %b) {
  br label %outer
outer:
  %i = phi i32 [ 0, %0 ], [ %i1, %inner ], [ %i1, %body ], [ %k, %rest ]
  %i1 = add i32 %i, 1
  br label %inner
inner:
  %j = phi i32 [ %a, %outer ], [ %j1, %body ]
  %c = icmp eq i32 %j, %b
  br i1 %c, label %outer, label %body
body:
  %j1 = mul i32 %j, %i1
  switch i32 %j1, label %inner [ i32 1, label %outer i32 2, label %rest i32 3, label %end ]
rest:
  %k = add i32 %i1, %j1
  %d = icmp ult i32 %k, 10
  br i1 %d, label %outer, label %end
end:
  %s = phi i32 [ %j1, %body ], [ %k, %rest ]
  ret i32 %s
}

; Cases that jump between each other, and a default that cannot be.
define internal i32 @cases(i32 %a, i32 %b) {
  switch i32 %a, label %never [ i32 0, label %zero i32 1, label %one i32 2, label %two i32 3, label %join ]
zero:
  %c = icmp eq i32 %b, 0
  br i1 %c, label %one, label %two
one:
  %p = phi i32 [ 4, %0 ], [ 5, %zero ]
  %d = icmp eq i32 %b, %p
  br i1 %d, label %two, label %join
two:
  %q = phi i32 [ 6, %0 ], [ 7, %zero ], [ %p, %one ]
  br label %join
join:
  %s = phi i32 [ 8, %0 ], [ %p, %one ], [ %q, %two ]
  ret i32 %s
never:
  unreachable
}

; Returns from loops and selections, and a loop without end.
define internal i32 @returns(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, %b
  br i1 %c, label %early, label %loop
early:
  ret i32 1
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %i1 = add i32 %i, %a
  %d = icmp ugt i32 %i1, %b
  br i1 %d, label %found, label %next
found:
  %e = icmp eq i32 %i1, 7
  br i1 %e, label %yes, label %forever
yes:
  ret i32 %i1
forever:
  br label %forever
next:
  br label %loop
}

; Two joins behind one branch: a short circuit.
define internal i32 @short_circuit(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %second, label %else
second:
  %d = icmp eq i32 %b, 0
  br i1 %d, label %then, label %else
then:
  br label %end
else:
  %p = phi i32 [ %a, %0 ], [ %b, %second ]
  br label %end
end:
  %s = phi i32 [ 3, %then ], [ %p, %else ]
  ret i32 %s
}

define void @main() #0 {
  %1 = call i32 @irreducible(i32 1, i32 2)
  %2 = call i32 @continues_outer(i32 %1, i32 2)
  %3 = call i32 @cases(i32 %2, i32 2)
  %4 = call i32 @returns(i32 %3, i32 2)
  %5 = call i32 @short_circuit(i32 %4, i32 2)
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
