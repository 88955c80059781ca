; SPIR-V has no threads that would have memory of their own.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

@each = thread_local addrspace(1) global i32 0
