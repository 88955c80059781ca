; The document's example has no address space; it is put into that of globals, with a warning.
; RUN: forward
; COVERS: s3_82
; NO-LAP: to be seen when it translates
target triple = "spir64-unknown-unknown"

@v = global i32 0, !spirv.Decorations !1

!1 = !{!2, !3}
!2 = !{i32 22}
!3 = !{i32 41, !"v", i32 0}
