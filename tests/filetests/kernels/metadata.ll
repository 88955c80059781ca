; All that OpenCL C attaches to a kernel.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_72 s3_73 s3_74 s3_75 s3_76
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %n, ptr addrspace(3) %tmp, ptr addrspace(2) %c) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 !reqd_work_group_size !5 !work_group_size_hint !6 !vec_type_hint !7 {
  ret void
}

!0 = !{i32 1, i32 0, i32 3, i32 2}
!1 = !{!"none", !"none", !"none", !"none"}
!2 = !{!"uint4*", !"myuint", !"float*", !"char*"}
!3 = !{!"uint4*", !"uint", !"float*", !"char*"}
!4 = !{!"restrict volatile", !"", !"", !"const"}
!5 = !{i32 8, i32 4, i32 2}
!6 = !{i32 1, i32 2, i32 3}
!7 = !{<4 x i32> undef, i32 1}
