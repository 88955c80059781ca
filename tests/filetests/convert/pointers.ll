; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p, i64 %a, i32 %b) {
  %int = ptrtoint ptr addrspace(1) %p to i64
  %narrow = ptrtoint ptr addrspace(1) %p to i32
  %pointer = inttoptr i64 %a to ptr addrspace(3)
  %from32 = inttoptr i32 %b to ptr addrspace(3)
  ret void
}
