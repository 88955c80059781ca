; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_fpga_reg
; NO-ROUND-TRIP: Khronos mode keeps casts between pointers that are alike
target triple = "spir64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [25 x i8] c"__builtin_intel_fpga_reg\00", section "llvm.metadata"

define spir_func i32 @pointers(i32 %number) {
  %variable = alloca i32
  %kept = call i32 @llvm.annotation.i32.p1(i32 %number, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 3)
  store i32 %kept, ptr %variable
  %held = call ptr @llvm.ptr.annotation.p0.p1(ptr %variable, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 3, ptr addrspace(1) null)
  %value = load i32, ptr %held
  ret i32 %value
}

declare i32 @llvm.annotation.i32.p1(i32, ptr addrspace(1), ptr addrspace(1), i32)
declare ptr @llvm.ptr.annotation.p0.p1(ptr, ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
