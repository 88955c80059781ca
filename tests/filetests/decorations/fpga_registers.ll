; RUN: forward --spirv-ext=+SPV_INTEL_fpga_reg
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_reg
target triple = "spir64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [25 x i8] c"__builtin_intel_fpga_reg\00", section "llvm.metadata"
@other = private unnamed_addr addrspace(1) constant [6 x i8] c"other\00", section "llvm.metadata"
@file = private unnamed_addr addrspace(1) constant [2 x i8] c"f\00", section "llvm.metadata"

define spir_func i64 @numbers(i64 %number) {
  %held = call i64 @llvm.annotation.i64.p1(i64 %number, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 1)
  %same = call i64 @llvm.annotation.i64.p1(i64 %held, ptr addrspace(1) @other, ptr addrspace(1) @file, i32 2)
  ret i64 %same
}

define spir_func i32 @pointers() {
  %variable = alloca i32
  store i32 1, ptr %variable
  %held = call ptr @llvm.ptr.annotation.p0.p1(ptr %variable, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 3, ptr addrspace(1) null)
  %value = load i32, ptr %held
  ret i32 %value
}

define spir_func <2 x float> @others(float %number, <2 x float> %vector) {
  %held = call spir_func float @_Z20__spirv_FPGARegINTELf(float %number)
  %both = call spir_func <2 x float> @_Z20__spirv_FPGARegINTELDv2_f(<2 x float> %vector)
  %changed = insertelement <2 x float> %both, float %held, i32 1
  ret <2 x float> %changed
}

declare spir_func float @_Z20__spirv_FPGARegINTELf(float)
declare spir_func <2 x float> @_Z20__spirv_FPGARegINTELDv2_f(<2 x float>)
declare i64 @llvm.annotation.i64.p1(i64, ptr addrspace(1), ptr addrspace(1), i32)
declare ptr @llvm.ptr.annotation.p0.p1(ptr, ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
