; What no instruction does is a loop around a comparing exchange: no extension is needed.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_124
target triple = "spir64-unknown-unknown"

define spir_func i32 @nand(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw nand ptr addrspace(1) %p, i32 %v syncscope("workgroup") acq_rel
  ret i32 %old
}

define spir_func float @fadd(ptr addrspace(3) %p, float %v) {
  %old = atomicrmw fadd ptr addrspace(3) %p, float %v monotonic
  %again = atomicrmw fadd ptr addrspace(3) %p, float %old monotonic
  ret float %again
}

define spir_func i64 @wrap(ptr addrspace(1) %p, i64 %v) {
  %old = atomicrmw uinc_wrap ptr addrspace(1) %p, i64 %v seq_cst
  %again = atomicrmw udec_wrap ptr addrspace(1) %p, i64 %old seq_cst
  ret i64 %again
}
