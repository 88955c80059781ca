; RUN: forward
; RUN: roundtrip
; What a block captured says of its own size and alignment, where no variable does: an optimiser passes it on, or through memory.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%struct.ndrange_t = type { i32, [3 x i64], [3 x i64], [3 x i64] }

define internal spir_func void @invoke(ptr addrspace(4) %captured) {
  ret void
}

define spir_kernel void @invoke_kernel(ptr addrspace(4) %captured) {
  call spir_func void @invoke(ptr addrspace(4) %captured)
  ret void
}

define spir_func i32 @passed_on(ptr addrspace(4) %block, ptr %range) {
  %queue = call spir_func target("spirv.Queue") @_Z17get_default_queuev()
  %done = call spir_func i32 @__enqueue_kernel_basic(target("spirv.Queue") %queue, i32 0, ptr %range, ptr addrspace(4) addrspacecast (ptr @invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %block)
  ret i32 %done
}

define spir_func i32 @through_memory(ptr %place) {
  %block = load ptr addrspace(4), ptr %place, align 8
  %most = call spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %block)
  ret i32 %most
}

declare spir_func target("spirv.Queue") @_Z17get_default_queuev()
declare spir_func i32 @__enqueue_kernel_basic(target("spirv.Queue"), i32, ptr, ptr addrspace(4), ptr addrspace(4))
declare spir_func i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
