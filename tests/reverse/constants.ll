target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.packed = type <{ i8, i64 }>

@table = addrspace(2) constant [2 x <4 x i32>] [<4 x i32> <i32 2, i32 3, i32 4, i32 2>, <4 x i32> undef], align 16
@imported = external addrspace(1) global [2 x <4 x i32>]
@table.1 = internal addrspace(1) global { <2 x i1>, half, double, [4 x i8], %struct.packed } { <2 x i1> <i1 true, i1 false>, half 0xH4200, double -6.200000e+01, [4 x i8] c"\00\FF\00\FF", %struct.packed <{ i8 -1, i64 81985529216486895 }> }
@hidden.1 = internal addrspace(3) global <4 x i32> undef
@hidden = addrspace(1) global i32 2
@0 = internal addrspace(1) global [2 x <4 x i32>] zeroinitializer
@1 = internal addrspace(1) global i64 42
@2 = internal addrspace(1) global i32 -42
@3 = internal addrspace(1) global i32 -43
@4 = internal addrspace(1) global i32 3
@5 = internal addrspace(1) global <4 x i32> <i32 2, i32 4, i32 3, i32 undef>
@6 = internal addrspace(1) global <4 x i32> <i32 2, i32 42, i32 4, i32 2>
@7 = internal addrspace(1) global ptr addrspace(1) getelementptr inbounds ([2 x <4 x i32>], ptr addrspace(1) @0, i32 0, i32 2, i32 3)
@8 = internal addrspace(1) global ptr addrspace(4) addrspacecast (ptr addrspace(1) @2 to ptr addrspace(4))
@9 = internal addrspace(1) global ptr addrspace(1) @2
@10 = internal addrspace(1) global i64 add (i64 ptrtoint (ptr addrspace(1) @2 to i64), i64 81985529216486895)

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!2}
!spirv.Generator = !{!3}

!0 = !{i32 2, i32 2}
!1 = !{}
!2 = !{!"cl_doubles"}
!3 = !{i16 7, i16 0}
