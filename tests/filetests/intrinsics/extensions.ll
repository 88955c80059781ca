; Intrinsics that an extension has an instruction for, where it is allowed.
; RUN: roundtrip --spirv-ext=+SPV_KHR_expect_assume,+SPV_KHR_fma,+SPV_EXT_arithmetic_fence
; RUN: forward --spirv-ext=+SPV_KHR_expect_assume,+SPV_KHR_fma,+SPV_EXT_arithmetic_fence
; RUN: forward --spirv-ext=+SPV_INTEL_arithmetic_fence
; NO-VAL: SPIRV-Tools does not know SPV_KHR_fma, nor the name that SPV_EXT_arithmetic_fence had first
; COMPLAINT: 1st operand of Capability: operand ArithmeticFenceEXT(6144) requires one of these extensions: SPV_EXT_arithmetic_fence
target triple = "spir64-unknown-unknown"

define spir_func float @f(float %a, float %b, i32 %n) {
  %positive = icmp sgt i32 %n, 0
  call void @llvm.assume(i1 %positive)
  %likely = call i32 @llvm.expect.i32(i32 %n, i32 7)
  %x = call float @llvm.fma.f32(float %a, float %b, float 1.0)
  %y = call spir_func float @_Z15__spirv_ocl_fmafff(float %x, float %b, float %a)
  %z = call float @llvm.arithmetic.fence.f32(float %y)
  %m = sitofp i32 %likely to float
  %r = fadd float %z, %m
  ret float %r
}

declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32, i32)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.arithmetic.fence.f32(float)
declare spir_func float @_Z15__spirv_ocl_fmafff(float, float, float)
