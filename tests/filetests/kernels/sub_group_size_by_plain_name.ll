; The size of a sub-group is read by both of its names.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_kernel void @plain() !reqd_sub_group_size !0 {
  ret void
}

define spir_kernel void @of_vendor() !intel_reqd_sub_group_size !1 {
  ret void
}

!0 = !{i32 8}
!1 = !{i32 16}
