; A constant expression that an instruction uses becomes instructions before it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@table = addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define spir_func i32 @f(i1 %c) {
entry:
  %v = load i32, ptr addrspace(2) getelementptr inbounds ([4 x i32], ptr addrspace(2) @table, i64 0, i64 2), align 4
  br i1 %c, label %yes, label %no

yes:
  br label %no

no:
  %p = phi i64 [ ptrtoint (ptr addrspace(2) @table to i64), %entry ], [ 0, %yes ]
  %w = trunc i64 %p to i32
  %sum = add i32 %v, %w
  ret i32 %sum
}
