; Pointers of block reads and writes keep their pointees, which say how wide the numbers are.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers,+SPV_INTEL_subgroups
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers,+SPV_INTEL_subgroups
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers,+SPV_INTEL_subgroups
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @copy(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) {
  %words = call spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1) %from)
  call spir_func void @_Z28intel_sub_group_block_write2PU3AS1jDv2_j(ptr addrspace(1) %to, <2 x i32> %words)
  %next = getelementptr i16, ptr addrspace(1) %from, i64 %n
  %shorts = call spir_func i16 @_Z29intel_sub_group_block_read_usPU3AS1Kt(ptr addrspace(1) %next)
  store i16 %shorts, ptr addrspace(1) %next, align 2
  ret void
}

declare spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1))
declare spir_func void @_Z28intel_sub_group_block_write2PU3AS1jDv2_j(ptr addrspace(1), <2 x i32>)
declare spir_func i16 @_Z29intel_sub_group_block_read_usPU3AS1Kt(ptr addrspace(1))
