; What LLVM keeps for itself is not translated.
; RUN: forward
target triple = "spir64-unknown-unknown"

@v = addrspace(1) global i32 1, align 4
@llvm.used = appending addrspace(1) global [1 x ptr addrspace(1)] [ptr addrspace(1) @v], section "llvm.metadata"
