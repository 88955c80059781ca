; Aggregates as operands.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

define spir_func void @f(ptr addrspace(1) %p) {
  store %struct.S { i32 1, float 2.0 }, ptr addrspace(1) %p, align 4
  store [2 x i16] [i16 1, i16 -1], ptr addrspace(1) %p, align 2
  store %struct.S zeroinitializer, ptr addrspace(1) %p, align 4
  ret void
}
