; Addresses of other variables, and of parts of them.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@table = addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@third = addrspace(2) constant ptr addrspace(2) getelementptr inbounds ([4 x i32], ptr addrspace(2) @table, i64 0, i64 2), align 8
@bytes = addrspace(2) constant ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @table, i64 5), align 8
@all = addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @table, ptr addrspace(2) null], align 8
