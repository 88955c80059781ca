; Intel's compilers read the mode from a decoration. The default mode, 3, says nothing.
; RUN: forward --spirv-max-version=1.4
target triple = "spir64-unknown-unknown"

define spir_kernel void @large() !RegisterAllocMode !0 {
  ret void
}

define spir_kernel void @automatic() !RegisterAllocMode !1 {
  ret void
}

define spir_kernel void @default() !RegisterAllocMode !2 {
  ret void
}

!0 = !{i32 2}
!1 = !{i32 0}
!2 = !{i32 3}
