target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct.1 = type <{ i32, [12 x i8], [3 x <3 x float>], [4 x i8], [3 x %struct], [3 x %spirv.stride.16.0], [0 x %spirv.stride.16] }>
%struct = type { i32, i32 }
%spirv.stride.16.0 = type <{ i32, [12 x i8] }>
%spirv.stride.16 = type <{ <3 x float>, [4 x i8] }>
@0 = external addrspace(11) global %struct.1, !spirv.Decorations !0
define void @main() #0 {
  %1 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 0
  %2 = load i32, ptr addrspace(11) %1, align 4
  %3 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 2, i32 1
  %4 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 2, i32 %2
  %5 = call spir_func i32 @_Z15__spirv_PtrDiffPU4AS11Dv3_fS1_(ptr addrspace(11) %4, ptr addrspace(11) %3)
  %6 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 6, i32 1, i32 0
  %7 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 6, i32 %2, i32 0
  %8 = call spir_func i32 @_Z15__spirv_PtrDiffPU4AS11Dv3_fS1_(ptr addrspace(11) %7, ptr addrspace(11) %6)
  %9 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 4, i32 1
  %10 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 4, i32 %2
  %11 = call spir_func i32 @_Z15__spirv_PtrDiffPU4AS116structS1_(ptr addrspace(11) %10, ptr addrspace(11) %9)
  %12 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 5, i32 1, i32 0
  %13 = getelementptr %struct.1, ptr addrspace(11) @0, i32 0, i32 5, i32 %2, i32 0
  %14 = call spir_func i32 @_Z15__spirv_PtrDiffPU4AS11iS0_(ptr addrspace(11) %13, ptr addrspace(11) %12)
  %15 = mul i32 %5, 10
  %16 = add i32 %15, %8
  %17 = mul i32 %16, 10
  %18 = add i32 %17, %11
  %19 = mul i32 %18, 10
  %20 = add i32 %19, %14
  store i32 %20, ptr addrspace(11) %1, align 4
  ret void
}

declare spir_func i32 @_Z15__spirv_PtrDiffPU4AS11Dv3_fS1_(ptr addrspace(11), ptr addrspace(11)) #1

declare spir_func i32 @_Z15__spirv_PtrDiffPU4AS116structS1_(ptr addrspace(11), ptr addrspace(11)) #1

declare spir_func i32 @_Z15__spirv_PtrDiffPU4AS11iS0_(ptr addrspace(11), ptr addrspace(11)) #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7}
!spirv.Struct = !{!8, !16}
!spirv.Extension = !{!35}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 0, i32 1}
!6 = !{i32 1}
!7 = !{i32 4441}
!8 = !{%struct poison, !"", !9, !10, !13}
!9 = !{}
!10 = !{i32 0, !"", !11}
!11 = !{!12}
!12 = !{i32 35, i32 0}
!13 = !{i32 1, !"", !14}
!14 = !{!15}
!15 = !{i32 35, i32 4}
!16 = !{%struct.1 poison, !"", !17, !19, !21, !24, !27, !31}
!17 = !{!18}
!18 = !{i32 2}
!19 = !{i32 0, !"", !11, !20}
!20 = !{!"signed"}
!21 = !{i32 2, !"", !22}
!22 = !{!23}
!23 = !{i32 35, i32 16}
!24 = !{i32 4, !"", !25}
!25 = !{!26}
!26 = !{i32 35, i32 56}
!27 = !{i32 5, !"", !28, !30}
!28 = !{!29}
!29 = !{i32 35, i32 80}
!30 = !{!"array", i32 16, !20, null}
!31 = !{i32 6, !"", !32}
!32 = !{!33}
!33 = !{i32 35, i32 128}
!35 = !{!"SPV_KHR_storage_buffer_storage_class"}
