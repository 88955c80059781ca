; What Khronos mode says of variables of work-groups, and of those that start with nothing that is known.
; RUN: forward khronos
; RUN: roundtrip khronos
; NO-ROUND-TRIP: names of structures
target triple = "spir64-unknown-unknown"

%inner = type { [2 x i32] }
%outer = type { %inner }

@number = internal addrspace(3) global i32 3
@outer = internal addrspace(3) global %outer undef
@inner = internal addrspace(3) global %inner undef
@word = internal addrspace(1) global i32 undef
