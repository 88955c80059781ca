; Through a pointer without a pointee a prefetch counts bytes, where it counts elements otherwise. It comes back as one of bytes.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @prefetches(ptr addrspace(1) %p, i64 %n) {
  call spir_func void @_Z8prefetchPU3AS1Kcm(ptr addrspace(1) %p, i64 %n)
  call spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1) %p, i64 %n)
  call spir_func void @_Z8prefetchPU3AS1Kdm(ptr addrspace(1) %p, i64 3)
  call spir_func void @_Z8prefetchPU3AS1KDv4_fm(ptr addrspace(1) %p, i64 %n)
  ret void
}

declare spir_func void @_Z8prefetchPU3AS1Kcm(ptr addrspace(1), i64)
declare spir_func void @_Z8prefetchPU3AS1Kfm(ptr addrspace(1), i64)
declare spir_func void @_Z8prefetchPU3AS1Kdm(ptr addrspace(1), i64)
declare spir_func void @_Z8prefetchPU3AS1KDv4_fm(ptr addrspace(1), i64)
