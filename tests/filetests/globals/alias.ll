; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@table = addrspace(2) constant [2 x i32] [i32 1, i32 2], align 4
@second = alias i32, getelementptr inbounds ([2 x i32], ptr addrspace(2) @table, i64 0, i64 1)

define spir_func i32 @f() {
  %v = load i32, ptr addrspace(2) @second, align 4
  ret i32 %v
}
