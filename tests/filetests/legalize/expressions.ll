; RUN: forward
target triple = "spir64-unknown-unknown"

@g = internal addrspace(1) global [64 x i8] zeroinitializer, align 16

define spir_func i8 @narrow() {
  ret i8 trunc (i24 sub (i24 5, i24 ptrtoint (ptr addrspace(1) @g to i24)) to i8)
}

define spir_func i1 @boolean() {
  ret i1 xor (i1 ptrtoint (ptr addrspace(1) @g to i1), i1 true)
}

define spir_func void @in_a_vector(ptr addrspace(1) %p) {
  store <2 x i32> <i32 1, i32 trunc (i100 ptrtoint (ptr addrspace(1) @g to i100) to i32)>, ptr addrspace(1) %p
  ret void
}

define spir_func void @of_numbers(ptr addrspace(1) %p) {
  store <3 x i8> bitcast (i24 1193046 to <3 x i8>), ptr addrspace(1) %p
  %x = add <2 x i16> splat (i16 3), bitcast (<1 x i32> <i32 1> to <2 x i16>)
  store <2 x i16> %x, ptr addrspace(1) %p
  ret void
}

define spir_func i24 @phi(i1 %c) {
entry:
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %x = phi i24 [ ptrtoint (ptr addrspace(1) @g to i24), %yes ], [ 7, %entry ]
  ret i24 %x
}

define spir_func i1 @both(i24 %x) {
  %c = icmp ult <2 x i24> <i24 1, i24 ptrtoint (ptr addrspace(1) @g to i24)>, <i24 sub (i24 5, i24 ptrtoint (ptr addrspace(1) @g to i24)), i24 3>
  %r = extractelement <2 x i1> %c, i32 1
  ret i1 %r
}
