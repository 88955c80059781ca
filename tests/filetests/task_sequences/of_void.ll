; What a task returns may be nothing: the result is of type void then.
; RUN: forward --spirv-ext=+SPV_INTEL_task_sequence
; RUN: roundtrip --spirv-ext=+SPV_INTEL_task_sequence
; NO-VAL: SPIRV-Tools does not know that an operand of OpTaskSequenceCreateINTEL is a function
; COMPLAINT: Invalid use of function result id <id>.
target triple = "spir64-unknown-unknown"

declare spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr, i32, i32, i32, i32)
declare spir_func void @_Z28__spirv_TaskSequenceGetINTEL(target("spirv.TaskSequenceINTEL"))

define spir_func void @task(i32 %n) {
  ret void
}

define spir_kernel void @use() {
  %tasks = call spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr @task, i32 -1, i32 1, i32 8, i32 0)
  call spir_func void @_Z28__spirv_TaskSequenceGetINTEL(target("spirv.TaskSequenceINTEL") %tasks)
  ret void
}
