; Alignment, volatile and nontemporal are memory operands.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_92 s2_93 s2_94 s2_96 s2_97
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load i32, ptr addrspace(1) %p, align 4
  %b = load volatile i32, ptr addrspace(1) %p, align 2
  %c = load i32, ptr addrspace(1) %p, align 4, !nontemporal !0
  %d = load volatile i32, ptr addrspace(1) %p, align 1, !nontemporal !0
  store i32 %a, ptr addrspace(1) %q, align 16
  store volatile i32 %b, ptr addrspace(1) %q, align 4
  store i32 %c, ptr addrspace(1) %q, align 4, !nontemporal !0
  ret void
}

!0 = !{i32 1}
