; Constituents are constants, and a variable is none: its address is that of its first element.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

%entry = type { i32, ptr addrspace(2), [2 x ptr addrspace(1)] }

@red = internal addrspace(2) constant i8 1
@blue = internal addrspace(2) constant i8 2
@number = internal addrspace(1) global i32 7
@byte = internal addrspace(1) global i8 7
@table = internal addrspace(2) constant [3 x ptr addrspace(2)] [ptr addrspace(2) @red, ptr addrspace(2) @blue, ptr addrspace(2) null]
@global = internal addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @byte, ptr addrspace(1) @number]
@entry = internal addrspace(1) global %entry { i32 5, ptr addrspace(2) @red, [2 x ptr addrspace(1)] [ptr addrspace(1) @byte, ptr addrspace(1) null] }
@single = internal addrspace(1) global ptr addrspace(1) @byte

define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %p = getelementptr [3 x ptr addrspace(2)], ptr addrspace(2) @table, i64 0, i64 %i
  %q = load ptr addrspace(2), ptr addrspace(2) %p
  %v = load i8, ptr addrspace(2) %q
  store i8 %v, ptr addrspace(1) %o
  ret void
}
