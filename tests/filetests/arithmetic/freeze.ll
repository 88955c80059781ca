; A frozen number is the same for all its uses: a copy, or what an extension has. Flags before it would make poison.
; RUN: forward
; RUN: forward --spirv-ext=+SPV_KHR_poison_freeze,+SPV_KHR_no_integer_wrap_decoration
; RUN: roundtrip
; RUN: roundtrip --spirv-ext=+SPV_KHR_poison_freeze,+SPV_KHR_no_integer_wrap_decoration
; RUN: forward khronos
; NO-VAL: SPIRV-Tools does not know SPV_KHR_poison_freeze
; COMPLAINT: Invalid capability operand: 5156
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, i1 %c, ptr %p) {
  %sum = add nsw i32 %a, 1
  %chosen = select i1 %c, i32 %sum, i32 poison
  %frozen = freeze i32 %chosen
  %address = freeze ptr %p
  store i32 %frozen, ptr %address
  ret i32 %frozen
}
