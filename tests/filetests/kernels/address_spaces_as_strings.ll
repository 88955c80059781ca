; Some compilers write strings where numbers belong; the types say it anyhow.
; RUN: forward
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(float %x) !kernel_arg_addr_space !0 !kernel_arg_access_qual !0 {
  ret void
}

!0 = !{!""}
