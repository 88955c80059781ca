; Older IR has events as plain pointers: also what a function returns, a phi and a variable are events where one comes in.
; RUN: forward
target triple = "spir64-unknown-unknown"
define spir_func ptr @_Z29async_work_group_strided_copyPU3AS3cPU3AS1Kcmm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 %s, ptr %e) {
  %slot = alloca ptr, align 8
  store ptr %e, ptr %slot, align 8
  %held = load ptr, ptr %slot, align 8
  ret ptr %held
}
define spir_func ptr @mine(i1 %c, ptr addrspace(3) %to, ptr addrspace(1) %from) {
  br i1 %c, label %a, label %b
a:
  %first = call spir_func ptr @_Z29async_work_group_strided_copyPU3AS3cPU3AS1Kcmm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, i64 4, ptr null)
  br label %b
b:
  %e = phi ptr [ null, %0 ], [ %first, %a ]
  ret ptr %e
}
define spir_kernel void @k(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  %event = alloca ptr, align 8
  %e = call spir_func ptr @mine(i1 true, ptr addrspace(3) %to, ptr addrspace(1) %from)
  store ptr %e, ptr %event, align 8
  %generic = addrspacecast ptr %event to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 1, ptr addrspace(4) %generic)
  ret void
}
declare spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
