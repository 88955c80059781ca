; SPIR-V friendly names of OpenCL.std, and of builtin variables: what the functions of OpenCL C become.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
declare spir_func float @_Z17__spirv_ocl_rsqrtf(float)
declare spir_func float @_Z16__spirv_ocl_fabsf(float)
declare spir_func <2 x float> @_Z15__spirv_ocl_cosDv2_f(<2 x float>)
declare spir_func float @_Z18__spirv_ocl_fclampfff(float, float, float)
declare spir_func i32 @_Z17__spirv_ocl_s_maxii(i32, i32)
declare spir_func i32 @_Z17__spirv_ocl_u_minii(i32, i32)
declare spir_func i32 @_Z18__spirv_ocl_rotateii(i32, i32)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare spir_func i32 @_Z22__spirv_BuiltInWorkDimv()
define spir_kernel void @k(ptr addrspace(1) %o, float %a, <2 x float> %v, i16 %s, i32 %n) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %w = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  %d = call spir_func i32 @_Z22__spirv_BuiltInWorkDimv()
  %r = call spir_func float @_Z17__spirv_ocl_rsqrtf(float %a)
  %f = call spir_func float @_Z16__spirv_ocl_fabsf(float %r)
  %c = call spir_func <2 x float> @_Z15__spirv_ocl_cosDv2_f(<2 x float> %v)
  %c0 = extractelement <2 x float> %c, i32 1
  %l = call spir_func float @_Z18__spirv_ocl_fclampfff(float %f, float %c0, float 3.0)
  %x = sext i16 %s to i32
  %m = call spir_func i32 @_Z17__spirv_ocl_s_maxii(i32 %x, i32 %n)
  %u = call spir_func i32 @_Z17__spirv_ocl_u_minii(i32 %m, i32 %d)
  %t = call spir_func i32 @_Z18__spirv_ocl_rotateii(i32 %u, i32 3)
  %tf = sitofp i32 %t to float
  %sum = fadd float %l, %tf
  %at = add i64 %i, %w
  %p = getelementptr float, ptr addrspace(1) %o, i64 %at
  store float %sum, ptr addrspace(1) %p
  ret void
}
