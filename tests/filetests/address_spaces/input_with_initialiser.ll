; RUN: fails forward
target triple = "spir64-unknown-unknown"

@number = internal addrspace(7) constant i64 7, align 8
