; A texel of the first image of an array, whose address is that of the array.
; RUN: forward
; ENV: vulkan1.1
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-compute"

@im = external addrspace(2) constant [4 x target("spirv.Image", i32, 1, 0, 0, 0, 2, 33)], !spirv.Decorations !0
@gl_LocalInvocationIndex = external local_unnamed_addr addrspace(7) constant i32, !spirv.Decorations !3

; Function Attrs: nounwind
define void @main() local_unnamed_addr #0 {
  %1 = load i32, ptr addrspace(7) @gl_LocalInvocationIndex, align 4
  %2 = insertelement <2 x i32> <i32 poison, i32 0>, i32 %1, i64 0
  %3 = tail call spir_func ptr addrspace(111) @_Z36__spirv_ImageTexelPointer_RPU5AS111jPU3AS2PU3AS133__spirv_Image__int_1_0_0_0_2_33_0Dv2_ij(ptr addrspace(2) @im, <2 x i32> %2, i32 0) #2, !spirv.Type !16
  %4 = tail call spir_func i32 @_Z18__spirv_AtomicIAddPU5AS111jjjj(ptr addrspace(111) %3, i32 1, i32 0, i32 1) #2
  ret void
}

; Function Attrs: nounwind
declare spir_func ptr addrspace(111) @_Z36__spirv_ImageTexelPointer_RPU5AS111jPU3AS2PU3AS133__spirv_Image__int_1_0_0_0_2_33_0Dv2_ij(ptr addrspace(2), <2 x i32>, i32) local_unnamed_addr #1

; Function Attrs: nounwind
declare spir_func i32 @_Z18__spirv_AtomicIAddPU5AS111jjjj(ptr addrspace(111), i32, i32, i32) local_unnamed_addr #1

attributes #0 = { nounwind "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
attributes #2 = { nomerge }

!spirv.EntryPoint = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.Version = !{!7}
!spirv.MemoryModel = !{!8}
!spirv.Source = !{!9}
!spirv.Capability = !{!10}
!spirv.Constant = !{!11}
!spirv.Generator = !{!15}

!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 1}
!3 = !{!4}
!4 = !{i32 11, i32 29}
!5 = !{i32 5, ptr @main, !"main", ptr addrspace(7) @gl_LocalInvocationIndex}
!6 = !{ptr @main, i32 17, i32 64, i32 1, i32 1}
!7 = !{i32 1, i32 0}
!8 = !{i32 0, i32 1}
!9 = !{i32 2, i32 450}
!10 = !{i32 1}
!11 = !{<3 x i32> <i32 64, i32 1, i32 1>, !"", !12, !14}
!12 = !{!13}
!13 = !{i32 11, i32 25}
!14 = !{}
!15 = !{i16 8, i16 11}
!16 = !{!"pointee", i32 poison, !14}
