; A pointer into one of two variables, chosen by a select: the access is a branch.
; RUN: forward
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@a = private addrspace(10) global [8 x float] undef
@b = private addrspace(10) global [8 x float] undef

define void @main(i32 %n) {
  %less = icmp ult i32 %n, 4
  %p = select i1 %less, ptr addrspace(10) @a, ptr addrspace(10) @b
  store float 1.000000e+00, ptr addrspace(10) %p
  ret void
}
