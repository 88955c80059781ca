; Globals in address space 0, where SPIR-V has none, move to address space 1 with their uses; an address that meets other
; pointers is converted through an integer.
; RUN: forward
target triple = "spir64-unknown-unknown"

@counter = internal global i32 5
@table = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@pointer = global ptr @counter
@elsewhere = global i32 0
@alias = alias i32, ptr @elsewhere
@llvm.used = appending global [1 x ptr] [ptr @counter], section "llvm.metadata"

define spir_kernel void @direct(ptr addrspace(1) %out, i32 %index, i1 %choose) {
  %entry = getelementptr inbounds [4 x i32], ptr @table, i32 0, i32 %index
  %either = select i1 %choose, ptr %entry, ptr @counter
  %a = load i32, ptr %either
  %b = load i32, ptr getelementptr inbounds ([4 x i32], ptr @table, i32 0, i32 2)
  %c = load i32, ptr @alias
  %sum = add i32 %a, %b
  %all = add i32 %sum, %c
  store i32 %all, ptr @counter
  store i32 %all, ptr addrspace(1) %out
  ret void
}

define spir_func void @meets(i1 %choose) {
  %own = alloca i32
  store i32 1, ptr %own
  %either = select i1 %choose, ptr %own, ptr @counter
  %a = load i32, ptr %either
  call spir_func void @takes(ptr @table)
  store ptr @counter, ptr @pointer
  ret void
}

declare spir_func void @takes(ptr)
