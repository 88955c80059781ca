; SPIR-V has no booleans among indices: a true one is minus one in an address, and one in a vector.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %p, i1 %b, <4 x i32> %v) {
  %address = getelementptr i32, ptr addrspace(1) %p, i1 %b
  %before = getelementptr i32, ptr addrspace(1) %address, i1 true
  store i32 1, ptr addrspace(1) %before
  %w = insertelement <4 x i32> %v, i32 7, i1 %b
  %e = extractelement <4 x i32> %w, i1 %b
  ret i32 %e
}
