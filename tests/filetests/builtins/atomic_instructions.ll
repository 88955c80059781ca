; LLVM's own atomics.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, i32 %a) {
  %load = load atomic i32, ptr addrspace(1) %p acquire, align 4
  store atomic i32 %a, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  %add = atomicrmw add ptr addrspace(1) %p, i32 %a seq_cst
  %umax = atomicrmw umax ptr addrspace(1) %p, i32 %a monotonic
  %xchg = atomicrmw xchg ptr addrspace(1) %p, i32 %a acq_rel
  %pair = cmpxchg ptr addrspace(1) %p, i32 %a, i32 0 acq_rel acquire
  fence seq_cst
  ret void
}
