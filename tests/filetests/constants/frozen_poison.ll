; Poison is frozen by an instruction where an extension has one, and is zero elsewhere; what is undefined is zero.
; RUN: forward --spirv-ext=+SPV_KHR_poison_freeze
; RUN: forward
; RUN: forward khronos --spirv-ext=+SPV_KHR_poison_freeze
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_poison_freeze
; NO-VAL: SPIRV-Tools of 2023 does not know the extension
; COMPLAINT: Invalid capability operand: 5156
target triple = "spir64-unknown-unknown"

define spir_func i32 @number() {
  %frozen = freeze i32 poison
  ret i32 %frozen
}

define spir_func <4 x float> @vector() {
  %frozen = freeze <4 x float> poison
  ret <4 x float> %frozen
}

define spir_func i32 @undefined() {
  %frozen = freeze i32 undef
  ret i32 %frozen
}
