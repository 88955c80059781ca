; Addresses that are made of constants of address space 0 alone, joined with the address of a global that moves to another
; address space: LLVM's inference of address spaces writes null operands for them.
target triple = "spir64-unknown-unknown"

@counter = internal global i32 5

declare spir_func i32 @takes(ptr)

define spir_kernel void @function(ptr addrspace(1) %out, i32 %index, i1 %choose) {
  %entry = getelementptr inbounds [4 x i32], ptr @takes, i32 0, i32 %index
  %either = select i1 %choose, ptr %entry, ptr @counter
  %a = load i32, ptr %either
  store i32 %a, ptr addrspace(1) %out
  ret void
}
