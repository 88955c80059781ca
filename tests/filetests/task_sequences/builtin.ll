; There is no function of a builtin.
; RUN: fails forward --spirv-ext=+SPV_INTEL_task_sequence
target triple = "spir64-unknown-unknown"

declare spir_func float @_Z3sinf(float)
declare spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr, i32, i32, i32, i32)

define spir_func void @wrong() {
  %tasks = call spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr @_Z3sinf, i32 -1, i32 1, i32 8, i32 0)
  ret void
}
