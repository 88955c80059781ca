; One list a parameter.
; RUN: fails forward
; COVERS: s3_81
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) !spirv.ParameterDecorations !0 {
  ret void
}

!0 = !{!1}
!1 = !{}
