; An array of no elements, as a flexible last member has it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, [0 x i32] }

define spir_func i32 @f(ptr addrspace(1) %p, i64 %i) {
  %e = getelementptr %struct.S, ptr addrspace(1) %p, i64 0, i32 1, i64 %i
  %v = load i32, ptr addrspace(1) %e, align 4
  ret i32 %v
}
