; half that is only stored needs Float16Buffer; half arithmetic needs Float16.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_kernel void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  %v = load i16, ptr addrspace(1) %from, align 2
  store i16 %v, ptr addrspace(1) %to, align 2
  ret void
}

define spir_func void @halves(ptr addrspace(1) %p) {
  %q = getelementptr half, ptr addrspace(1) %p, i64 1
  store i16 1, ptr addrspace(1) %q, align 2
  ret void
}
