; The document's own example: a global without an address space is in CrossWorkgroup, of which the user is told. Its linkage is
; said once.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_82
target triple = "spir64"

@v = global i32 0, !spirv.Decorations !1
@table = private unnamed_addr constant [2 x i32] [i32 1, i32 2]

!1 = !{!2, !3}
!2 = !{i32 22}
!3 = !{i32 41, !"v", i32 0}
