; Releases of the Khronos translator from that of LLVM 23 on name the required size of a sub-group without the vendor.
; RUN: forward khronos
; RUN: roundtrip khronos
; RUN: roundtrip khronos --llvm-version=23
; RUN: roundtrip --llvm-version=23
target triple = "spir64-unknown-unknown"

define spir_kernel void @plain() !reqd_sub_group_size !0 {
  ret void
}

define spir_kernel void @of_vendor() !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 8}
