; Function, CrossWorkgroup, UniformConstant, Workgroup, Generic.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_26 s3_27 s3_28 s3_29 s3_30 s2_08
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr %function, ptr addrspace(1) %global, ptr addrspace(2) %constant, ptr addrspace(3) %local,
                         ptr addrspace(4) %generic) {
  ret void
}
