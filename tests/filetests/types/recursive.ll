; A structure that points to its own kind.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.List = type { i32, ptr addrspace(1) }

define spir_func i32 @second(ptr addrspace(1) %list) {
  %next = getelementptr inbounds %struct.List, ptr addrspace(1) %list, i64 0, i32 1
  %p = load ptr addrspace(1), ptr addrspace(1) %next, align 8
  %value = getelementptr inbounds %struct.List, ptr addrspace(1) %p, i64 0, i32 0
  %v = load i32, ptr addrspace(1) %value, align 4
  ret i32 %v
}
