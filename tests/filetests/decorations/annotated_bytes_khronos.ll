; An annotation takes a pointer to bytes: one that is loaded is one, others are cast behind what is decorated.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_fpga_buffer_location
; NO-ROUND-TRIP: what comes back is annotated behind its cast

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64"

@text = private unnamed_addr addrspace(1) constant [11 x i8] c"{5921:\220\22}\00", section "llvm.metadata"
@file = private unnamed_addr addrspace(1) constant [2 x i8] c"f\00", section "llvm.metadata"

define spir_func ptr addrspace(4) @loaded(ptr %slot) {
  %p = load ptr addrspace(4), ptr %slot, align 8
  %q = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 1, ptr addrspace(1) null)
  ret ptr addrspace(4) %q
}

define spir_func ptr addrspace(4) @stepped(ptr addrspace(4) %base) {
  %p = getelementptr inbounds i64, ptr addrspace(4) %base, i64 1
  %q = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 2, ptr addrspace(1) null)
  ret ptr addrspace(4) %q
}

define spir_func ptr addrspace(4) @cast(ptr addrspace(4) %base) {
  %p = getelementptr inbounds i64, ptr addrspace(4) %base, i64 1
  %c = bitcast ptr addrspace(4) %p to ptr addrspace(4)
  %q = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %c, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 3, ptr addrspace(1) null)
  ret ptr addrspace(4) %q
}

declare ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
