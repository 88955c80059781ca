; dereferenceable would need SPIR-V 1.1 and is lost.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func zeroext i8 @f(i8 zeroext %a, i8 signext %b, ptr addrspace(1) noalias %c, ptr addrspace(1) captures(none) %d,
                               ptr addrspace(1) readonly align 16 %e, ptr addrspace(1) readnone %g,
                               ptr addrspace(1) dereferenceable(64) %h) {
  ret i8 %a
}
