; In constant memory nothing can store it either.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

@self = addrspace(2) constant ptr addrspace(2) @self
