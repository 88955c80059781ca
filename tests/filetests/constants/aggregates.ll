; RUN: forward
; RUN: roundtrip
; COVERS: s2_123
target triple = "spir64-unknown-unknown"

%struct.S = type { i8, [2 x float], <2 x i16> }

@s = addrspace(2) constant %struct.S { i8 1, [2 x float] [float 1.0, float -1.0], <2 x i16> <i16 1, i16 2> }, align 4
@n = addrspace(2) constant [2 x %struct.S] [%struct.S zeroinitializer, %struct.S { i8 2, [2 x float] zeroinitializer, <2 x i16> undef }], align 4
@p = addrspace(2) constant <{ i8, i32 }> <{ i8 1, i32 2 }>, align 1
@t = addrspace(2) constant [4 x i8] c"abc\00", align 1
@d = addrspace(2) constant [2 x double] [double 1.0, double 0x7FF8000000000000], align 8
@z = addrspace(2) constant [2 x i32] zeroinitializer, align 4
@u = addrspace(1) global [2 x i32] undef, align 4
