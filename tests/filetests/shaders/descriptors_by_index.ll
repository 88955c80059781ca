; Images and buffers of arrays that a phi and a select choose by indices which are no constants: a branch for each, as an index that is chosen would
; differ between invocations.
; RUN: forward
; ENV: vulkan1.1
; NO-ROUND-TRIP: branches stand where the choices were
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv-unknown-vulkan1.3-compute"

%B = type { [16 x i32] }
%P = type { i32, i32 }

@gl_LocalInvocationIndex = external local_unnamed_addr addrspace(7) constant i32, !spirv.Decorations !0
@b = external addrspace(12) global [2 x %B], !spirv.Decorations !2, !spirv.Type !5
@im = external local_unnamed_addr addrspace(2) constant [4 x target("spirv.Image", float, 1, 0, 0, 0, 2, 1)], !spirv.Decorations !7
@p = external local_unnamed_addr addrspace(13) constant %P

; Function Attrs: nounwind
define void @main() local_unnamed_addr #0 {
entry:
  %g = load i32, ptr addrspace(7) @gl_LocalInvocationIndex, align 4
  %c = icmp ugt i32 %g, 7
  %at = insertelement <2 x i32> <i32 poison, i32 0>, i32 %g, i64 0
  br i1 %c, label %yes, label %no, !spirv.SelectionMerge !40

yes:
  %i = load i32, ptr addrspace(13) @p, align 4
  %to_i = getelementptr target("spirv.Image", float, 1, 0, 0, 0, 2, 1), ptr addrspace(2) @im, i32 %i
  %image_i = load target("spirv.Image", float, 1, 0, 0, 0, 2, 1), ptr addrspace(2) %to_i, align 4
  %x_i = call spir_func ptr addrspace(12) @_Z19__spirv_AccessChainPU4AS1211spirv.arrayiij(ptr addrspace(12) @b, i32 %i, i32 0, i32 %g)
  %x_k = call spir_func ptr addrspace(12) @_Z19__spirv_AccessChainPU4AS1211spirv.arrayiij(ptr addrspace(12) @b, i32 1, i32 0, i32 %i)
  %odd = icmp ugt i32 %i, 5
  %x_ik = select i1 %odd, ptr addrspace(12) %x_i, ptr addrspace(12) %x_k
  br label %end

no:
  %j = load i32, ptr addrspace(13) getelementptr inbounds nuw (i8, ptr addrspace(13) @p, i32 4), align 4
  %to_j = getelementptr target("spirv.Image", float, 1, 0, 0, 0, 2, 1), ptr addrspace(2) @im, i32 %j
  %image_j = load target("spirv.Image", float, 1, 0, 0, 0, 2, 1), ptr addrspace(2) %to_j, align 4
  %x_j = call spir_func ptr addrspace(12) @_Z19__spirv_AccessChainPU4AS1211spirv.arrayiij(ptr addrspace(12) @b, i32 %j, i32 0, i32 2)
  br label %end

end:
  %image = phi target("spirv.Image", float, 1, 0, 0, 0, 2, 1) [ %image_i, %yes ], [ %image_j, %no ]
  %x = phi ptr addrspace(12) [ %x_ik, %yes ], [ %x_j, %no ]
  call spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_1_0_0_0_2_1_0Dv2_iDv4_f(target("spirv.Image", float, 1, 0, 0, 0, 2, 1) %image, <2 x i32> %at, <4 x float> splat (float 2.000000e+00))
  store i32 %g, ptr addrspace(12) %x, align 4
  ret void, !spirv.Merge !41
}

; Function Attrs: mustprogress nofree nosync nounwind speculatable willreturn memory(none)
declare spir_func ptr addrspace(12) @_Z19__spirv_AccessChainPU4AS1211spirv.arrayiij(ptr addrspace(12), i32, i32, i32) local_unnamed_addr #1

; Function Attrs: nounwind
declare spir_func void @_Z18__spirv_ImageWritePU3AS134__spirv_Image__float_1_0_0_0_2_1_0Dv2_iDv4_f(target("spirv.Image", float, 1, 0, 0, 0, 2, 1), <2 x i32>, <4 x float>) local_unnamed_addr #2

attributes #0 = { nounwind "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" }
attributes #1 = { mustprogress nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!spirv.EntryPoint = !{!9}
!spirv.ExecutionMode = !{!10}
!spirv.Version = !{!11}
!spirv.MemoryModel = !{!12}
!spirv.Source = !{!13}
!spirv.Capability = !{!14}
!spirv.Struct = !{!15, !21}
!spirv.Constant = !{!29}
!spirv.Generator = !{!32}

!0 = !{!1}
!1 = !{i32 11, i32 29}
!2 = !{!3, !4}
!3 = !{i32 34, i32 0}
!4 = !{i32 33, i32 0}
!5 = !{!"array", i32 0, !6, null}
!6 = !{}
!7 = !{!3, !8}
!8 = !{i32 33, i32 1}
!9 = !{i32 5, ptr @main, !"main", ptr addrspace(7) @gl_LocalInvocationIndex}
!10 = !{ptr @main, i32 17, i32 64, i32 1, i32 1}
!11 = !{i32 1, i32 0}
!12 = !{i32 0, i32 1}
!13 = !{i32 2, i32 450}
!14 = !{i32 1}
!15 = !{%B poison, !"B", !16, !18}
!16 = !{!17}
!17 = !{i32 3}
!18 = !{i32 0, !"x", !19}
!19 = !{!20}
!20 = !{i32 35, i32 0}
!21 = !{%P poison, !"P", !22, !24, !26}
!22 = !{!23}
!23 = !{i32 2}
!24 = !{i32 0, !"i", !19, !25}
!25 = !{!"signed"}
!26 = !{i32 1, !"j", !27, !25}
!27 = !{!28}
!28 = !{i32 35, i32 4}
!29 = !{<3 x i32> <i32 64, i32 1, i32 1>, !"", !30, !6}
!30 = !{!31}
!31 = !{i32 11, i32 25}
!32 = !{i16 8, i16 11}
!33 = !{!34}
!34 = distinct !{i32 0}

!40 = distinct !{i32 0}
!41 = !{!40}
