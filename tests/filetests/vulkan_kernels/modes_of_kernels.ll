; Execution modes of kernels: the size of workgroups is that of the shader, what only kernels have goes; decorations of
; parameters, too, which become variables.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
define spir_kernel void @sized(ptr addrspace(1) %o) !spirv.ParameterDecorations !3 {
  store i32 1, ptr addrspace(1) %o
  ret void
}
define spir_kernel void @hinted(ptr addrspace(1) %o) {
  store i32 1, ptr addrspace(1) %o
  ret void
}
!spirv.ExecutionMode = !{!0, !1, !2}
!0 = !{ptr @sized, i32 17, i32 8, i32 2, i32 1}
!1 = !{ptr @hinted, i32 18, i32 8, i32 1, i32 1}
!2 = !{ptr @hinted, i32 31}
!3 = !{!4}
!4 = !{!5}
!5 = !{i32 38, i32 5}
