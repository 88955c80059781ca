; RUN: forward
target triple = "spir64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [25 x i8] c"__builtin_intel_fpga_reg\00", section "llvm.metadata"

define spir_func i64 @numbers(i64 %number) {
  %held = call i64 @llvm.annotation.i64.p1(i64 %number, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1)
  ret i64 %held
}

declare i64 @llvm.annotation.i64.p1(i64, ptr addrspace(1), ptr addrspace(1), i32)
