; A pointer that moves along.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %p, ptr addrspace(1) %end) {
entry:
  br label %loop

loop:
  %q = phi ptr addrspace(1) [ %p, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
  %v = load i32, ptr addrspace(1) %q, align 4
  %total = add i32 %sum, %v
  %next = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1
  %done = icmp eq ptr addrspace(1) %next, %end
  br i1 %done, label %exit, label %loop

exit:
  ret i32 %total
}
