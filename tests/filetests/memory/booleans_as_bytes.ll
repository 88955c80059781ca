; Booleans whose size matters, or that others see, are bytes: read as a number, moved over, in an external variable, passed on.
; RUN: forward
target triple = "spir64-unknown-unknown"

@seen = addrspace(1) global i1 true
@own = internal addrspace(1) global [2 x i1] [i1 true, i1 false]

declare void @other(ptr)

define spir_kernel void @k(ptr addrspace(1) %o, i64 %n) {
  %number = alloca i1
  %passed = alloca i1
  %moved = alloca [4 x i1]
  %c = icmp eq i64 %n, 1
  store i1 %c, ptr %number
  store i1 %c, ptr %passed
  call void @other(ptr %passed)
  %byte = load i8, ptr %number
  %place = getelementptr i8, ptr %moved, i64 %n
  store i1 %c, ptr %place
  store i1 %c, ptr addrspace(1) @seen
  %part = getelementptr [2 x i1], ptr addrspace(1) @own, i64 0, i64 %n
  %b = load i1, ptr addrspace(1) %part
  %w = zext i1 %b to i8
  %sum = add i8 %byte, %w
  store i8 %sum, ptr addrspace(1) %o
  ret void
}
