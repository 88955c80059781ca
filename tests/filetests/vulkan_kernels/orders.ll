; Atomic instructions and fences of LLVM IR, of all scopes and orders: relaxed ones of the device, between fences.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %o
  fence seq_cst
  store i32 2, ptr addrspace(1) %o
  fence syncscope("workgroup") acquire
  fence syncscope("singlethread") release
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %b = atomicrmw umax ptr addrspace(1) %p, i32 %a monotonic
  %c = atomicrmw xchg ptr addrspace(1) %p, i32 %b syncscope("device") acquire
  %d = atomicrmw sub ptr addrspace(1) %p, i32 %c syncscope("workgroup") release
  %e = cmpxchg ptr addrspace(1) %p, i32 %d, i32 7 acq_rel monotonic
  %f = extractvalue { i32, i1 } %e, 0
  %g = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  %h = add i32 %f, %g
  store atomic i32 %h, ptr addrspace(1) %p release, align 4
  ret void
}
