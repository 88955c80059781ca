; Nodes in nodes, functions and nothing at all are more than the set can say; without the flag nothing is said.
; RUN: forward khronos --spirv-preserve-auxdata --spirv-max-version=1.5 --spirv-ext=+SPV_KHR_non_semantic_info
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_func void @f() "kept" !nested !0 !function !1 !hole !2 {
  ret void
}

!0 = !{!{i32 1}}
!1 = !{ptr @f}
!2 = !{null}
