; Annotations of a member, a variable and a global, by reserved names and by numbers.
; RUN: forward --spirv-ext=+SPV_INTEL_fpga_memory_attributes
; RUN: roundtrip --spirv-ext=+SPV_INTEL_fpga_memory_attributes
; COVERS: s3_85 s3_88 s3_89 s3_92 s3_96 s3_97
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, i32 }

@.bits = private unnamed_addr constant [18 x i8] c"{bank_bits:1,2,3}\00", section "llvm.metadata"
@.mem = private unnamed_addr constant [39 x i8] c"{memory:MLAB}{numbanks:4}{merge:a:row}\00", section "llvm.metadata"
@.reg = private unnamed_addr constant [17 x i8] c"{5825}{pump:1}{}\00", section "llvm.metadata"
@.file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@g = addrspace(1) global i32 0
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @g to ptr), ptr @.mem, ptr @.file, i32 1, ptr null }], section "llvm.metadata"

define spir_func void @f(ptr addrspace(1) %s) {
  %v = alloca i32, align 4
  call void @llvm.var.annotation.p0.p0(ptr %v, ptr @.reg, ptr @.file, i32 2, ptr null)
  %m = getelementptr inbounds %struct.S, ptr addrspace(1) %s, i32 0, i32 1
  %p = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) %m, ptr @.bits, ptr @.file, i32 3, ptr null)
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1), ptr, ptr, i32, ptr)
