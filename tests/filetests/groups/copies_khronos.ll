; On the way back Khronos mode has the strided copy alone, of unsigned numbers.
; RUN: roundtrip khronos CL2.0
target triple = "spir64-unknown-unknown"

define spir_func target("spirv.Event") @f(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  %event = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3cPU3AS1Kcm9ocl_event(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, target("spirv.Event") zeroinitializer)
  ret target("spirv.Event") %event
}

declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3cPU3AS1Kcm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
