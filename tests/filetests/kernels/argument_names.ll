; RUN: roundtrip khronos --spirv-gen-kernel-arg-name-md
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(float %x, i8 %0) {
  ret void
}
