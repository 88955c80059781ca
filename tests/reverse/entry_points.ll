target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

; Function Attrs: nounwind
declare spir_func void @declared() #0

; Function Attrs: alwaysinline nounwind
define internal spir_func zeroext i8 @helper(ptr captures(none) %0, ptr %1) #1 !spirv.ParameterDecorations !13 {
  ret i8 5
}

; Function Attrs: nounwind
define spir_kernel void @plain(ptr addrspace(1) noalias readonly align 16 %v, ptr addrspace(2) dereferenceable(64) %0, i16 signext %1, ptr byval(%struct.S) align 4 %2, i8 zeroext %3) #0 !kernel_arg_addr_space !16 !kernel_arg_access_qual !17 !kernel_arg_type !18 !kernel_arg_type_qual !19 !kernel_arg_base_type !20 !reqd_work_group_size !21 !vec_type_hint !22 !intel_reqd_sub_group_size !23 {
  %5 = alloca %struct.S, align 8
  %6 = call spir_func i8 @helper(ptr %5, ptr %2)
  call spir_func void @declared()
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @outside() #0 !kernel_arg_addr_space !10 !kernel_arg_access_qual !10 !kernel_arg_type !10 !kernel_arg_type_qual !10 !kernel_arg_base_type !10 !work_group_size_hint !24 {
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @one() #0 !kernel_arg_addr_space !10 !kernel_arg_access_qual !10 !kernel_arg_type !10 !kernel_arg_type_qual !10 !kernel_arg_base_type !10 {
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @linked() #0 !kernel_arg_addr_space !10 !kernel_arg_access_qual !10 !kernel_arg_type !10 !kernel_arg_type_qual !10 !kernel_arg_base_type !10 {
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { alwaysinline nounwind }

!spirv.DerivedKernelArgs = !{!0}
!spirv.EntryPoint = !{!1, !2, !3}
!spirv.ExecutionMode = !{!4}
!spirv.MemoryModel = !{!5}
!spirv.Source = !{!6}
!opencl.spir.version = !{!8}
!opencl.ocl.version = !{!8}
!opencl.used.extensions = !{!9}
!opencl.used.optional.core.features = !{!10}
!spirv.Generator = !{!11}
!spirv.Extension = !{!12}

!0 = !{ptr @plain, !"kernel_arg_type_qual"}
!1 = !{i32 6, ptr @one, !"one"}
!2 = !{i32 6, ptr @one, !"two"}
!3 = !{i32 6, ptr @linked, !"linked_kernel"}
!4 = !{ptr @outside, i32 31}
!5 = !{i32 2, i32 2}
!6 = !{i32 3, i32 102000, !7}
!7 = !{!"k.cl"}
!8 = !{i32 1, i32 2}
!9 = !{!"cl_khr_fp16"}
!10 = !{}
!11 = !{i16 7, i16 0}
!12 = !{!"SPV_KHR_float_controls"}
!13 = !{!14, !10}
!14 = !{!15}
!15 = !{i32 38, i32 3}
!16 = !{i32 1, i32 2, i32 0, i32 0, i32 0}
!17 = !{!"none", !"none", !"none", !"none", !"none"}
!18 = !{!"uint4*", !"struct S*", !"myshort", !"struct S", !"uchar"}
!19 = !{!"restrict const", !"volatile", !"", !"", !""}
!20 = !{!"uint4*", !"struct S*", !"short", !"struct S", !"uchar"}
!21 = !{i32 8, i32 4, i32 2}
!22 = !{<4 x float> poison, i32 1}
!23 = !{i32 16}
!24 = !{i32 1, i32 2, i32 3}
