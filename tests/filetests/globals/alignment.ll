; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@one = addrspace(1) global i8 1, align 1
@page = addrspace(1) global i8 2, align 4096
@none = addrspace(1) global i64 3
