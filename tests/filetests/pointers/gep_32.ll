; An index of another width than addresses; one of no effect.
; RUN: forward
; RUN: roundtrip
target triple = "spir-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %p, i32 %i, i8 %j) {
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i8 %j
  %c = getelementptr inbounds i32, ptr addrspace(1) %b, i32 0
  %v = load i32, ptr addrspace(1) %c, align 4
  ret i32 %v
}
