; Numbers of 8 bits in memory, variables, parameters and vectors, converted, and their bits.
; RUN: roundtrip
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { i8, <4 x i8>, [0 x i32] }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define internal i8 @1(i8 %0, i1 %1) #0 !spirv.Type !3 {
  %3 = select i1 %1, i8 %0, i8 56
  ret i8 %3
}
define void @main() #1 {
  %1 = alloca i8, align 1, !spirv.Type !4
  %2 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0
  %3 = load i8, ptr addrspace(11) %2, align 1
  store i8 %3, ptr %1, align 1
  %4 = call spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8 %3)
  %5 = fcmp oeq float %4, %4
  %6 = call i8 @1(i8 %3, i1 %5)
  %7 = bitcast i8 %6 to i8
  %8 = zext i8 %7 to i32
  %9 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 2, i32 0
  store i32 %8, ptr addrspace(11) %9, align 4
  %10 = load i32, ptr addrspace(11) %9, align 4
  %11 = bitcast i32 %10 to <4 x i8>, !spirv.Type !4
  %12 = extractelement <4 x i8> %11, i32 2
  %13 = insertelement <4 x i8> %11, i8 %6, i32 1
  store i8 %12, ptr addrspace(11) %2, align 1
  %14 = call spir_func <4 x float> @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTDv4_c(<4 x i8> %13)
  %15 = call spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP32ToE5M2EXTDv4_f(<4 x float> %14), !spirv.Type !22
  %16 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 1
  store <4 x i8> %15, ptr addrspace(11) %16, align 4
  ret void
}
declare spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8) #2
declare spir_func <4 x float> @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTDv4_c(<4 x i8>) #2
declare spir_func <4 x i8> @_Z36__builtin_spirv_ConvertFP32ToE5M2EXTDv4_f(<4 x float>) #2
attributes #0 = { nounwind }
attributes #1 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #2 = { nounwind memory(none) }
!spirv.Notes = !{!3}
!spirv.EntryPoint = !{!6}
!spirv.ExecutionMode = !{!7}
!spirv.MemoryModel = !{!8}
!spirv.Capability = !{!9, !10, !11, !12, !12}
!spirv.Struct = !{!13}
!spirv.Generator = !{!26}
!spirv.Extension = !{!27}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!4, !4, !5}
!4 = !{!"E4M3"}
!5 = !{}
!6 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!7 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!8 = !{i32 0, i32 1}
!9 = !{i32 1}
!10 = !{i32 39}
!11 = !{i32 4212}
!12 = !{i32 4448}
!13 = !{%struct poison, !"", !14, !16, !19, !23}
!14 = !{!15}
!15 = !{i32 2}
!16 = !{i32 0, !"", !17, !4}
!17 = !{!18}
!18 = !{i32 35, i32 0}
!19 = !{i32 1, !"", !20, !22}
!20 = !{!21}
!21 = !{i32 35, i32 4}
!22 = !{!"E5M2"}
!23 = !{i32 2, !"", !24}
!24 = !{!25}
!25 = !{i32 35, i32 8}
!26 = !{i16 7, i16 0}
!27 = !{!"SPV_EXT_float8"}
