; Older IR has events as plain pointers: the names of the functions tell what they are, and what a variable holds.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  %event = alloca ptr, align 8
  %first = call spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, ptr null)
  store ptr %first, ptr %event, align 8
  %held = load ptr, ptr %event, align 8
  %second = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfmm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, i64 4, ptr %held)
  store ptr %second, ptr %held, align 8
  %generic = addrspacecast ptr %event to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 1, ptr addrspace(4) %generic)
  ret void
}

declare spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, ptr)
declare spir_func ptr @_Z29async_work_group_strided_copyPU3AS3fPU3AS1Kfmm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64, ptr)
declare spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
