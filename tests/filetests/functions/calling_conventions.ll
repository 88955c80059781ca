; There are two: kernels and functions. The C one becomes the latter.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_71
target triple = "spir64-unknown-unknown"

define void @c() {
  ret void
}

define fastcc void @fast() {
  ret void
}

define spir_func void @func() {
  call void @c()
  call fastcc void @fast()
  ret void
}

define spir_kernel void @kernel() {
  call spir_func void @func()
  ret void
}
