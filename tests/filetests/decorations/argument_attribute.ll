; An attribute of an argument of a call through a pointer (SPV_INTEL_function_pointers).
; RUN: forward --spirv-ext=+SPV_INTEL_function_pointers
; RUN: roundtrip --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know the decoration
; COMPLAINT: Invalid decoration operand: 6409
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr %callee, ptr %p) {
  %r = call spir_func i32 %callee(ptr %p), !spirv.Decorations !0
  ret i32 %r
}

!0 = !{!1}
!1 = !{i32 6409, i32 0, i32 5}
