; Conversions between numbers of 8 bits and integers, whose signs are those of their types.
; RUN: roundtrip
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { i32, i32, float }
@0 = external addrspace(11) global %struct, !spirv.Decorations !0
define void @main() #0 {
  %1 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 0
  %2 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 1
  %3 = getelementptr %struct, ptr addrspace(11) @0, i32 0, i32 2
  %4 = load i32, ptr addrspace(11) %1, align 4
  %5 = load i32, ptr addrspace(11) %2, align 4
  %6 = call spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTi(i32 %4), !spirv.Type !24
  %7 = call spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE5M2EXTi(i32 %5), !spirv.Type !25
  %8 = call spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8 %6)
  %9 = call spir_func float @_Z36__builtin_spirv_ConvertE5M2ToFP32EXTc(i8 %7)
  %10 = fadd contract float %8, %9
  store float %10, ptr addrspace(11) %3, align 4
  %11 = call spir_func i32 @_Z37__builtin_spirv_ConvertE4M3ToInt32EXTc(i8 %6), !spirv.Type !15
  %12 = call spir_func i32 @_Z38__builtin_spirv_ConvertE5M2ToUInt32EXTc(i8 %7)
  store i32 %11, ptr addrspace(11) %1, align 4
  store i32 %12, ptr addrspace(11) %2, align 4
  ret void
}
declare spir_func i8 @_Z37__builtin_spirv_ConvertInt32ToE4M3EXTi(i32) #1
declare spir_func i8 @_Z38__builtin_spirv_ConvertUInt32ToE5M2EXTi(i32) #1
declare spir_func float @_Z36__builtin_spirv_ConvertE4M3ToFP32EXTc(i8) #1
declare spir_func float @_Z36__builtin_spirv_ConvertE5M2ToFP32EXTc(i8) #1
declare spir_func i32 @_Z37__builtin_spirv_ConvertE4M3ToInt32EXTc(i8) #1
declare spir_func i32 @_Z38__builtin_spirv_ConvertE5M2ToUInt32EXTc(i8) #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind memory(none) }
!spirv.EntryPoint = !{!3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Capability = !{!6, !7, !8, !8}
!spirv.Struct = !{!9}
!spirv.Generator = !{!22}
!spirv.Extension = !{!23}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{i32 5, ptr @main, !"main", ptr addrspace(11) @0}
!4 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!5 = !{i32 0, i32 1}
!6 = !{i32 1}
!7 = !{i32 4212}
!8 = !{i32 39}
!9 = !{%struct poison, !"", !10, !12, !16, !19}
!10 = !{!11}
!11 = !{i32 2}
!12 = !{i32 0, !"", !13, !15}
!13 = !{!14}
!14 = !{i32 35, i32 0}
!15 = !{!"signed"}
!16 = !{i32 1, !"", !17}
!17 = !{!18}
!18 = !{i32 35, i32 4}
!19 = !{i32 2, !"", !20}
!20 = !{!21}
!21 = !{i32 35, i32 8}
!22 = !{i16 7, i16 0}
!23 = !{!"SPV_EXT_float8"}
!24 = !{!"E4M3"}
!25 = !{!"E5M2"}
