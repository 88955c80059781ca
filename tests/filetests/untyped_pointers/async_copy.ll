; A copy counts elements: its pointers keep their pointees, which say how wide those are.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @copies(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, target("spirv.Event") %e) {
  %1 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, target("spirv.Event") zeroinitializer)
  %2 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1hPU3AS3Khm9ocl_event(ptr addrspace(1) %g, ptr addrspace(3) %l, i64 16, target("spirv.Event") %1)
  %3 = call spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS3dPU3AS1Kdmm9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 %n, target("spirv.Event") %2)
  %4 = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, target("spirv.Event") %3)
  %5 = call spir_func target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3sPU3AS1KsmmP13__spirv_Event(i32 3, ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 1, target("spirv.Event") %4)
  ret void
}

declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS1hPU3AS3Khm9ocl_event(ptr addrspace(1), ptr addrspace(3), i64, target("spirv.Event"))
declare spir_func target("spirv.Event") @_Z29async_work_group_strided_copyPU3AS3dPU3AS1Kdmm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
declare spir_func target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3sPU3AS1KsmmP13__spirv_Event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
