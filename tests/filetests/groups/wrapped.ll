; Group instructions take numbers alone: those in structures, as SYCL passes its half, are taken out, and put back.
; RUN: forward
; RUN: forward khronos
; ENV: spv1.3
target triple = "spir64-unknown-unknown"
%half_impl = type { half }
define spir_func void @f(ptr addrspace(1) %out, ptr byval(%half_impl) %v, i32 %n) {
  %r = alloca %half_impl, align 2
  %g = addrspacecast ptr %r to ptr addrspace(4)
  call spir_func void @_Z30__spirv_GroupNonUniformShuffleIN4sycl3_V16detail9half_impl4halfEET_N5__spv5Scope4FlagES5_j(ptr addrspace(4) sret(%half_impl) align 2 %g, i32 3, ptr byval(%half_impl) align 2 %v, i32 %n)
  call spir_func void @_Z27__spirv_GroupNonUniformFAddIN4sycl3_V16detail9half_impl4halfEET_iiS5_(ptr addrspace(4) sret(%half_impl) align 2 %g, i32 3, i32 0, ptr byval(%half_impl) align 2 %v)
  ret void
}
declare spir_func void @_Z30__spirv_GroupNonUniformShuffleIN4sycl3_V16detail9half_impl4halfEET_N5__spv5Scope4FlagES5_j(ptr addrspace(4) sret(%half_impl) align 2, i32, ptr byval(%half_impl) align 2, i32)
declare spir_func void @_Z27__spirv_GroupNonUniformFAddIN4sycl3_V16detail9half_impl4halfEET_iiS5_(ptr addrspace(4) sret(%half_impl) align 2, i32, i32, ptr byval(%half_impl) align 2)
