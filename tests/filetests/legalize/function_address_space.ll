; Functions in an address space of their own, as clang has them for spirv64-amd-amdhsa, with signatures that SPIR-V lacks: what
; replaces them lies there, too.
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n32:64-S32-G1-P4-A0"
target triple = "spirv64-amd-amdhsa"

declare spir_func i24 @declared(i24, <3 x i1>) addrspace(4)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1) addrspace(4)

define internal spir_func i128 @wide(i128 %a) addrspace(4) {
  %r = add i128 %a, 1
  ret i128 %r
}

define internal spir_func i32 @variadic(i32 %count, ...) addrspace(4) {
  ret i32 %count
}

define spir_kernel void @test(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) addrspace(4) {
  %v = load i128, ptr addrspace(1) %in, align 8
  %r = call spir_func addrspace(4) i128 @wide(i128 %v)
  store i128 %r, ptr addrspace(1) %out, align 8
  %odd = trunc i128 %v to i24
  %d = call spir_func addrspace(4) i24 @declared(i24 %odd, <3 x i1> <i1 true, i1 false, i1 true>)
  %w = zext i24 %d to i64
  %c = call spir_func addrspace(4) i32 (i32, ...) @variadic(i32 %n, i64 %w)
  %size = zext i32 %c to i64
  call addrspace(4) void @llvm.memset.p1.i64(ptr addrspace(1) %out, i8 0, i64 %size, i1 false)
  ret void
}
