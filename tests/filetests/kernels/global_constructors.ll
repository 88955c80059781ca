; Constructors and destructors are execution modes of kernels, and lists again on the way back.
; RUN: roundtrip
; SHOW: module
target triple = "spir64-unknown-unknown"

@seen = addrspace(1) global i32 0, align 4
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]

define spir_kernel void @first() {
  store i32 1, ptr addrspace(1) @seen, align 4
  ret void
}

define spir_kernel void @second() {
  ret void
}

define spir_kernel void @last() {
  ret void
}
