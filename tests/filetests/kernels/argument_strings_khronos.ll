; Khronos mode keeps the types as written in strings only where it is asked to.
; RUN: forward khronos
; RUN: forward khronos --preserve-ocl-kernel-arg-type-metadata-through-string
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 %n) !kernel_arg_type !0 !kernel_arg_type_qual !1 {
  ret void
}

!0 = !{!"count_t"}
!1 = !{!""}
