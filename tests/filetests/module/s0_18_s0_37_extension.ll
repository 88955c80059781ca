; An extension is declared where something needs it and it is allowed.
; RUN: forward --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
; COVERS: s0_18 s0_37
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
  %b = add nsw i32 %a, 1
  ret i32 %b
}
