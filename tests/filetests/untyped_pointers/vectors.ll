; Loads and stores of vectors keep the pointees of their pointers, which have to lead to components; halves are read through
; any pointer.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @moves(ptr addrspace(1) %p, i64 %n) {
  %four = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 %n, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float> %four, i64 1, ptr addrspace(1) %p)
  %two = call spir_func <2 x i8> @_Z6vload2mPU3AS1Kh(i64 %n, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore2Dv2_hmPU3AS1h(<2 x i8> %two, i64 1, ptr addrspace(1) %p)
  %half = call spir_func float @_Z10vload_halfmPU3AS1KDh(i64 %n, ptr addrspace(1) %p)
  store float %half, ptr addrspace(1) %p, align 4
  ret void
}

declare spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <2 x i8> @_Z6vload2mPU3AS1Kh(i64, ptr addrspace(1))
declare spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float>, i64, ptr addrspace(1))
declare spir_func void @_Z7vstore2Dv2_hmPU3AS1h(<2 x i8>, i64, ptr addrspace(1))
declare spir_func float @_Z10vload_halfmPU3AS1KDh(i64, ptr addrspace(1))
