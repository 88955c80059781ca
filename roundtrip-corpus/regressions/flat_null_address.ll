; Addresses that are made of constants of address space 0 alone, joined with the address of a global that moves to another
; address space: LLVM's inference of address spaces writes null operands for them.
target triple = "spir64-unknown-unknown"

@counter = internal global i32 5

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define spir_kernel void @null(ptr addrspace(1) %out, i64 %index, i1 %choose) {
  %entry = getelementptr i8, ptr null, i64 %index
  %masked = call ptr @llvm.ptrmask.p0.i64(ptr %entry, i64 -4)
  %either = select i1 %choose, ptr @counter, ptr %masked
  %a = load i32, ptr %either
  store i32 %a, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @loop(ptr addrspace(1) %out, i32 %end, i1 %choose) {
entry:
  br label %again

again:
  %address = phi ptr [ null, %entry ], [ %next, %again ]
  %next = getelementptr i32, ptr %address, i64 1
  %more = icmp ne ptr %next, getelementptr (i8, ptr null, i64 64)
  br i1 %more, label %again, label %leave

leave:
  br i1 %choose, label %join, label %other

other:
  br label %join

join:
  %either = phi ptr [ %next, %leave ], [ @counter, %other ]
  %a = load i32, ptr %either
  store i32 %a, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @selected(ptr addrspace(1) %out, i1 %choose) {
  %constant = select i1 %choose, ptr null, ptr inttoptr (i64 64 to ptr)
  %either = select i1 %choose, ptr %constant, ptr @counter
  %other = select i1 %choose, ptr %either, ptr @counter
  %a = load i32, ptr %other
  store i32 %a, ptr addrspace(1) %out
  ret void
}
