; Operations that SPIR-V has no instruction for were refused.
define spir_func void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load i32, ptr addrspace(1) %in, align 4
  %p = getelementptr i32, ptr addrspace(1) %out, i64 8
  store i32 5, ptr addrspace(1) %p, align 4
  %a = atomicrmw nand ptr addrspace(1) %p, i32 %x seq_cst
  %b = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %x monotonic
  %c = atomicrmw udec_wrap ptr addrspace(1) %p, i32 %x acquire
  %d = atomicrmw usub_cond ptr addrspace(1) %p, i32 %x release
  %e = atomicrmw usub_sat ptr addrspace(1) %p, i32 %x acq_rel
  %v0 = insertelement <5 x i32> poison, i32 %a, i32 0
  %v1 = insertelement <5 x i32> %v0, i32 %b, i32 1
  %v2 = insertelement <5 x i32> %v1, i32 %c, i32 2
  %v3 = insertelement <5 x i32> %v2, i32 %d, i32 3
  %v4 = insertelement <5 x i32> %v3, i32 %e, i32 4
  store <5 x i32> %v4, ptr addrspace(1) %out, align 4
  ret void
}
