; Flags of an instruction state its mode, whatever metadata say besides: none is decorated with two. Metadata of one without flags are
; kept; the Khronos translator ignores these, too.
; RUN: forward
; RUN: forward khronos
; SHOW: module
; NO-ROUND-TRIP: a mode by metadata is dropped
target triple = "spir64-unknown-unknown"

define spir_func float @f(float %a, float %b) {
  %r = fadd nnan float %a, %b, !spirv.Decorations !0
  %s = fmul float %r, %b, !spirv.Decorations !0
  %t = fsub fast float %s, %b, !spirv.Decorations !0
  ret float %t
}

!0 = !{!1}
!1 = !{i32 40, i32 2}
