; Only a function has a sequence of calls.
; RUN: fails forward --spirv-ext=+SPV_INTEL_task_sequence
target triple = "spir64-unknown-unknown"

declare spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr, i32, i32, i32, i32)

define spir_func void @wrong(ptr %p) {
  %tasks = call spir_func target("spirv.TaskSequenceINTEL") @_Z31__spirv_TaskSequenceCreateINTEL(ptr %p, i32 -1, i32 1, i32 8, i32 0)
  ret void
}
