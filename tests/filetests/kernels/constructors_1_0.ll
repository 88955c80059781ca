; RUN: fails forward --spirv-max-version=1.0
target triple = "spir64-unknown-unknown"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @k, ptr null }]

define spir_kernel void @k() {
  ret void
}
