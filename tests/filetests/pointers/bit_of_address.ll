; A boolean made of an address is its lowest bit, as an instruction and in constant expressions, whose sums are of booleans.
; RUN: forward khronos
; RUN: forward
target triple = "spir64-unknown-unknown"

@bytes = internal addrspace(1) global [64 x i8] zeroinitializer, align 16

define spir_func i32 @instruction(ptr addrspace(1) %p) {
  %bit = ptrtoint ptr addrspace(1) %p to i1
  %result = select i1 %bit, i32 3, i32 5
  ret i32 %result
}

define spir_func i32 @expression(i32 %x) {
  %result = select i1 sub (i1 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @bytes, i64 37) to i1), i1 ptrtoint (ptr addrspace(1) @bytes to i1)), i32 %x, i32 5
  ret i32 %result
}
