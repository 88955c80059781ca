; Equal computations of a block become one, in either order of the operands; a promise that only one has is lost.
define i32 @of_a_block(i32 %a, i32 %b) {
  %x = add nsw i32 %a, %b
  %y = add i32 %b, %a
  %more = icmp slt i32 %a, %b
  %less = icmp sgt i32 %b, %a
  %z = mul i32 %x, %y
  %c = select i1 %more, i32 %z, i32 7
  %d = select i1 %less, i32 %c, i32 9
  ret i32 %d
}

; Memory and calls stay as they are.
declare i32 @outside(i32) memory(none) nounwind willreturn
define i32 @of_memory(ptr %p) {
  %x = load i32, ptr %p
  %y = load i32, ptr %p
  %z = add i32 %x, %y
  %f = call i32 @outside(i32 %z)
  %g = call i32 @outside(i32 %z)
  %s = add i32 %f, %g
  ret i32 %s
}

; A block shares what dominates it, but not pointers.
define i32 @of_blocks(i32 %a, ptr %p, i1 %c) {
entry:
  %x = mul i32 %a, 3
  %q = getelementptr i32, ptr %p, i32 %x
  store i32 1, ptr %q
  br i1 %c, label %left, label %right
left:
  %y = mul i32 %a, 3
  %r = getelementptr i32, ptr %p, i32 %y
  %s = getelementptr i32, ptr %p, i32 %y
  store i32 2, ptr %r
  store i32 3, ptr %s
  %only = sub i32 %a, 5
  br label %end
right:
  %again = sub i32 %a, 5
  br label %end
end:
  %v = phi i32 [ %only, %left ], [ %again, %right ]
  %w = sub i32 %a, 5
  %sum = add i32 %v, %w
  ret i32 %sum
}

; Nothing leaves a loop, but a loop uses what is computed in front of it.
define i32 @of_a_loop(i32 %n) {
entry:
  %before = mul i32 %n, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %inside = mul i32 %n, %n
  %next = add i32 %i, 1
  %in = xor i32 %inside, 5
  %goes = icmp ult i32 %next, %in
  br i1 %goes, label %loop, label %end
end:
  %out = xor i32 %inside, 5
  %again = xor i32 %before, 5
  %sum = add i32 %out, %again
  ret i32 %sum
}

; What metadata decorates stays.
define float @of_metadata(float %a) {
  %x = fmul float %a, %a, !spirv.Decorations !0
  %y = fmul float %a, %a
  %z = fadd float %x, %y
  ret float %z
}

!0 = !{!1}
!1 = !{i32 42}
