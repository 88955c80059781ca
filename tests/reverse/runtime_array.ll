target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir-unknown-unknown"

; Function Attrs: nounwind
define spir_func i32 @f(ptr addrspace(1) %0, i32 %1) #0 {
  %3 = getelementptr inbounds { i32, [0 x i32] }, ptr addrspace(1) %0, i32 0, i32 1, i32 %1
  %4 = load i32, ptr addrspace(1) %3, align 4
  ret i32 %4
}

attributes #0 = { nounwind }

!spirv.MemoryModel = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.used.extensions = !{!1}
!opencl.used.optional.core.features = !{!1}
!spirv.Generator = !{!2}

!0 = !{i32 1, i32 2}
!1 = !{}
!2 = !{i16 7, i16 0}
