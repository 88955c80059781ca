; A kernel that the translation wrote from SPIR-V: what its metadata says of a module of kernels is not said of shaders.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %0) !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_type_qual !7 !kernel_arg_base_type !6 {
  %2 = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %3 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %2
  store i32 7, ptr addrspace(1) %3, align 4
  ret void
}
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!spirv.DerivedKernelArgs = !{!0}
!spirv.MemoryModel = !{!1}
!spirv.Capability = !{!8, !9}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!2}
!opencl.used.optional.core.features = !{!2}
!spirv.Generator = !{!3}
!0 = !{ptr @k, !"kernel_arg_type", !"kernel_arg_type_qual"}
!1 = !{i32 2, i32 2}
!2 = !{}
!3 = !{i16 7, i16 0}
!4 = !{i32 1}
!5 = !{!"none"}
!6 = !{!"int*"}
!7 = !{!""}
!8 = !{i32 4}
!9 = !{i32 6}
