; The halves of a barrier of the work-group: one releases, the other acquires.
; RUN: forward --spirv-ext=+SPV_INTEL_split_barrier
; RUN: roundtrip --spirv-ext=+SPV_INTEL_split_barrier
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z31intel_work_group_barrier_arrivej(i32)
declare spir_func void @_Z29intel_work_group_barrier_waitj12memory_scope(i32, i32)

define spir_kernel void @halves() {
  call spir_func void @_Z31intel_work_group_barrier_arrivej(i32 1)
  call spir_func void @_Z29intel_work_group_barrier_waitj12memory_scope(i32 3, i32 2)
  ret void
}
