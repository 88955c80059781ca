; A scope that only another target knows is within the widest one; its name may be a mistake.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  store atomic i32 0, ptr addrspace(1) %p syncscope("agent") release, align 4
  store atomic i32 0, ptr addrspace(1) %p syncscope("wavefront") release, align 4
  store atomic i32 0, ptr addrspace(1) %p syncscope("block") release, align 4
  store atomic i32 0, ptr addrspace(1) %p syncscope("singlethread-one-as") release, align 4
  store atomic i32 0, ptr addrspace(1) %p syncscope("galaxy") release, align 4
  fence syncscope("galaxy") seq_cst
  ret void
}
