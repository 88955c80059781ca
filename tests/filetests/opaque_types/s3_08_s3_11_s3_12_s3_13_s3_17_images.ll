; An image in each access, dimension and sampled type that kernels have.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_01
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %one,
                           target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %two,
                           target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 2) %three,
                           target("spirv.Image", void, 5, 0, 0, 0, 0, 0, 0) %buffer,
                           target("spirv.Image", void, 1, 1, 1, 0, 0, 0, 0) %depth_array) {
  ret void
}
