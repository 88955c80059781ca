; What begins undefined: releases of the Khronos translator up to that of LLVM 22 give structures undefined members, later ones
; constants of composites alone.
; RUN: forward khronos
; RUN: forward khronos --llvm-version=23
; RUN: roundtrip khronos --llvm-version=23
; RUN: forward
; LOSES: variables of work-groups have no initialiser
target triple = "spir64-unknown-unknown"

%pair = type { i32, [2 x i64] }

@shared = internal addrspace(3) global %pair undef, align 8
@list = private addrspace(2) constant [4 x i32] undef, align 4
@constant = private addrspace(2) constant %pair undef, align 8
@number = private addrspace(2) constant i32 undef, align 4

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(2) @list, align 4
  store i32 %a, ptr addrspace(1) %out, align 4
  ret void
}
