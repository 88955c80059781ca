; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
declare spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))

define spir_func void @f(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  %slot = alloca target("spirv.Event"), align 8
  %e = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, target("spirv.Event") zeroinitializer)
  store target("spirv.Event") %e, ptr %slot, align 8
  %p = addrspacecast ptr %slot to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 1, ptr addrspace(4) %p)
  ret void
}
