; The least and the greatest of each width.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_120
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  store i8 -128, ptr addrspace(1) %p, align 1
  store i8 127, ptr addrspace(1) %p, align 1
  store i16 -32768, ptr addrspace(1) %p, align 2
  store i16 32767, ptr addrspace(1) %p, align 2
  store i32 -2147483648, ptr addrspace(1) %p, align 4
  store i32 2147483647, ptr addrspace(1) %p, align 4
  store i64 -9223372036854775808, ptr addrspace(1) %p, align 8
  store i64 9223372036854775807, ptr addrspace(1) %p, align 8
  store i64 4294967296, ptr addrspace(1) %p, align 8
  ret void
}
