; A decoration by metadata whose extension is not allowed.
; RUN: fails forward
; COVERS: s3_83
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %b) {
  %idx = getelementptr inbounds i32, ptr addrspace(1) %b, i64 1, !spirv.Decorations !0
  store i32 1, ptr addrspace(1) %idx, align 4
  ret void
}

!0 = !{!1}
!1 = !{i32 6442, i32 1, i32 2}
