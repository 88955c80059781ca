; The member must be one of a structure.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

%S = type { i32, i32 }

!spirv.MemberDecorations = !{!0}
!0 = !{%S poison, i32 2, !1}
!1 = !{!2}
!2 = !{i32 21}
