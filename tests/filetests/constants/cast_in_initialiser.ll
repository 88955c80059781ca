; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global i32 1, align 4
@generic = addrspace(1) global ptr addrspace(4) addrspacecast (ptr addrspace(1) @g to ptr addrspace(4)), align 8
@bits = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @g to i64), align 8
