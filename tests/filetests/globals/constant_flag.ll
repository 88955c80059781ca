; `constant` is the decoration Constant, in whatever class.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_109
target triple = "spir64-unknown-unknown"

@a = addrspace(1) constant i32 1, align 4
@b = addrspace(2) constant i32 2, align 4
@c = addrspace(1) global i32 3, align 4
