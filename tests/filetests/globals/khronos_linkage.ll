; Khronos mode: an import has no value, though LLVM IR knows one; what is common has none either.
; RUN: forward khronos
; RUN: roundtrip khronos
; NO-ROUND-TRIP: the value that LLVM IR knows of the import
target triple = "spir64-unknown-unknown"

@available = available_externally addrspace(1) constant i32 9
@table = available_externally addrspace(2) constant [2 x i16] [i16 1, i16 2]
@common = common addrspace(1) global i32 0, align 4

define spir_kernel void @k(ptr addrspace(1) %o) {
  %v = load i32, ptr addrspace(1) @available
  store i32 %v, ptr addrspace(1) %o
  ret void
}
