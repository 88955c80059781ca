; Data of each width, straight from its bytes.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@bytes = addrspace(2) constant [3 x i8] c"\00\7F\FF", align 1
@shorts = addrspace(2) constant [2 x i16] [i16 -1, i16 258], align 2
@longs = addrspace(2) constant [2 x i64] [i64 -1, i64 4294967296], align 8
@halves = addrspace(2) constant [2 x half] [half 0xH3C00, half 0xHFE01], align 2
@floats = addrspace(2) constant [2 x float] [float -0.0, float 0x7FF4000000000000], align 4
@mixed = addrspace(2) constant [2 x i32] [i32 1, i32 undef], align 4
@vectors = addrspace(2) constant [2 x <2 x i32>] [<2 x i32> <i32 1, i32 2>, <2 x i32> zeroinitializer], align 8
