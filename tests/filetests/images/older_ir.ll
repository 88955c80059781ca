; Images that LLVM has pointers for: by metadata, by a mangled name, by what they are passed to.
; RUN: forward
; RUN: roundtrip CL1.2
; COVERS: s3_09
target triple = "spir64-unknown-unknown"

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1), i32, <2 x i32>)
declare spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1), <2 x i32>, <4 x float>)
declare spir_func i32 @_Z15get_image_width14ocl_image3d_rw(ptr addrspace(1))

define spir_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) !kernel_arg_base_type !0 !kernel_arg_access_qual !1 {
  %texel = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %in, i32 20, <2 x i32> zeroinitializer)
  call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1) %out, <2 x i32> zeroinitializer, <4 x float> %texel)
  ret void
}

define spir_func void @_Z5named14ocl_image2d_ro11ocl_sampler(ptr addrspace(1) %image, ptr addrspace(2) %sampler) {
  ret void
}

define spir_func i32 @used(ptr addrspace(1) captures(none) %image) {
  %memory = alloca ptr addrspace(1)
  store ptr addrspace(1) %image, ptr %memory
  %again = load ptr addrspace(1), ptr %memory
  %width = call spir_func i32 @_Z15get_image_width14ocl_image3d_rw(ptr addrspace(1) %again)
  ret i32 %width
}

!0 = !{!"image2d_t", !"image2d_t"}
!1 = !{!"read_only", !"write_only"}
