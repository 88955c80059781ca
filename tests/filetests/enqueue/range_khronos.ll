; In Khronos mode a size that is not given is a number, and queries take the alignment that is best.
; RUN: forward khronos
; NO-ROUND-TRIP: the alignment is that of the ABI then
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.ndrange_t = type { i32, [3 x i64], [3 x i64], [3 x i64] }

@block = internal addrspace(1) constant { i32, i32 } { i32 8, i32 4 }, align 4

define spir_kernel void @k() {
  %range = alloca %struct.ndrange_t, align 8
  call spir_func void @_Z10ndrange_1Dmm(ptr sret(%struct.ndrange_t) %range, i64 123, i64 456)
  %size = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @invoke_kernel to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @block to ptr addrspace(4)))
  ret void
}

define spir_kernel void @invoke_kernel(ptr addrspace(4) %captured) {
  ret void
}

declare spir_func void @_Z10ndrange_1Dmm(ptr sret(%struct.ndrange_t), i64, i64)
declare i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))
