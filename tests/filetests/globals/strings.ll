; Khronos mode points to the first byte of a string by an access chain, and casts what is no string.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

@text = internal addrspace(2) constant [3 x i8] c"ab\00", align 1
@numbers = internal addrspace(2) constant [2 x i16] [i16 1, i16 2], align 2
@both = addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @text, ptr addrspace(2) @numbers], align 8
@one = addrspace(2) constant ptr addrspace(2) @text, align 8
