target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

; Function Attrs: nounwind
declare spir_func void @declared() #0

; Function Attrs: alwaysinline nounwind
define internal spir_func zeroext i8 @helper(ptr captures(none) %0, ptr %1) #1 !spirv.ParameterDecorations !12 {
  ret i8 5
}

; Function Attrs: nounwind
define spir_kernel void @plain(ptr addrspace(1) noalias readonly align 16 %v, ptr addrspace(2) dereferenceable(64) %0, i16 signext %1, ptr byval(%struct.S) align 4 %2, i8 zeroext %3) #0 !kernel_arg_addr_space !15 !kernel_arg_access_qual !16 !kernel_arg_type !17 !kernel_arg_type_qual !18 !kernel_arg_base_type !19 !reqd_work_group_size !20 !vec_type_hint !21 !intel_reqd_sub_group_size !22 {
  %5 = alloca %struct.S, align 8
  %6 = call spir_func i8 @helper(ptr %5, ptr %2)
  call spir_func void @declared()
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @outside() #0 !kernel_arg_addr_space !9 !kernel_arg_access_qual !9 !kernel_arg_type_qual !9 !kernel_arg_base_type !9 !work_group_size_hint !23 {
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @one() #0 !kernel_arg_addr_space !9 !kernel_arg_access_qual !9 !kernel_arg_type_qual !9 !kernel_arg_base_type !9 {
  ret void
}

; Function Attrs: nounwind
define spir_kernel void @linked() #0 !kernel_arg_addr_space !9 !kernel_arg_access_qual !9 !kernel_arg_type_qual !9 !kernel_arg_base_type !9 {
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { alwaysinline nounwind }

!spirv.EntryPoint = !{!0, !1, !2}
!spirv.ExecutionMode = !{!3}
!spirv.MemoryModel = !{!4}
!spirv.Source = !{!5}
!opencl.spir.version = !{!7}
!opencl.ocl.version = !{!7}
!opencl.used.extensions = !{!8}
!opencl.used.optional.core.features = !{!9}
!spirv.Generator = !{!10}
!spirv.Extension = !{!11}

!0 = !{i32 6, ptr @one, !"one"}
!1 = !{i32 6, ptr @one, !"two"}
!2 = !{i32 6, ptr @linked, !"linked_kernel"}
!3 = !{ptr @outside, i32 31}
!4 = !{i32 2, i32 2}
!5 = !{i32 3, i32 102000, !6}
!6 = !{!"k.cl"}
!7 = !{i32 1, i32 2}
!8 = !{!"cl_khr_fp16"}
!9 = !{}
!10 = !{i16 7, i16 0}
!11 = !{!"SPV_KHR_float_controls"}
!12 = !{!13, !9}
!13 = !{!14}
!14 = !{i32 38, i32 3}
!15 = !{i32 1, i32 2, i32 0, i32 0, i32 0}
!16 = !{!"none", !"none", !"none", !"none", !"none"}
!17 = !{!"uint4*", !"struct S*", !"myshort", !"struct S", !"uchar"}
!18 = !{!"restrict const", !"volatile", !"", !"", !""}
!19 = !{!"uint4*", !"struct S*", !"short", !"struct S", !"uchar"}
!20 = !{i32 8, i32 4, i32 2}
!21 = !{<4 x float> poison, i32 1}
!22 = !{i32 16}
!23 = !{i32 1, i32 2, i32 3}
