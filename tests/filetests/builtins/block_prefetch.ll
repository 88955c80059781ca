; What sub-groups fetch ahead, and how: names have a constant pointee, and no signs.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_subgroup_buffer_prefetch
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z34__spirv_SubgroupBlockPrefetchINTELPU3AS1Khj(ptr addrspace(1), i32)
declare spir_func void @_Z34__spirv_SubgroupBlockPrefetchINTELPU3AS1Khjj(ptr addrspace(1), i32, i32)

define spir_kernel void @ahead(ptr addrspace(1) %p, i32 %n) {
  call spir_func void @_Z34__spirv_SubgroupBlockPrefetchINTELPU3AS1Khj(ptr addrspace(1) %p, i32 %n)
  call spir_func void @_Z34__spirv_SubgroupBlockPrefetchINTELPU3AS1Khjj(ptr addrspace(1) %p, i32 %n, i32 4)
  ret void
}
