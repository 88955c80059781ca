; A sequence of calls of one function: it is made, called, asked and let go.
; RUN: forward --spirv-ext=+SPV_INTEL_task_sequence
; RUN: roundtrip --spirv-ext=+SPV_INTEL_task_sequence
; NO-VAL: SPIRV-Tools does not know that an operand of OpTaskSequenceCreateINTEL is a function
; COMPLAINT: Invalid use of function result id <id>.
target triple = "spir64-unknown-unknown"

declare spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr, i32, i32, i32, i32)
declare spir_func void @_Z30__spirv_TaskSequenceAsyncINTEL(target("spirv.TaskSequenceINTEL"), i32)
declare spir_func i32 @_Z28__spirv_TaskSequenceGetINTEL(target("spirv.TaskSequenceINTEL"))
declare spir_func void @_Z32__spirv_TaskSequenceReleaseINTEL(target("spirv.TaskSequenceINTEL"))

define spir_func i32 @task(i32 %n) {
  %twice = shl i32 %n, 1
  ret i32 %twice
}

define spir_kernel void @use(ptr addrspace(1) %p) {
  %tasks = call spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr @task, i32 -1, i32 1, i32 8, i32 0)
  call spir_func void @_Z30__spirv_TaskSequenceAsyncINTEL(target("spirv.TaskSequenceINTEL") %tasks, i32 3)
  %got = call spir_func i32 @_Z28__spirv_TaskSequenceGetINTEL(target("spirv.TaskSequenceINTEL") %tasks)
  store i32 %got, ptr addrspace(1) %p, align 4
  call spir_func void @_Z32__spirv_TaskSequenceReleaseINTEL(target("spirv.TaskSequenceINTEL") %tasks)
  ret void
}
