; The document's own example says of a float what is for pointers: it is kept, and the user is told.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_84
; NO-VAL: Restrict of a float is invalid
; COMPLAINT: Restrict decoration on target <id> <id> must be a pointer type
target triple = "spir64"

define spir_kernel void @k(ptr addrspace(1) %a, float %b) !spirv.ParameterDecorations !0 {
  ret void
}

!0 = !{!1, !2}
!1 = !{}
!2 = !{!3}
!3 = !{i32 19}
