; An array of variable length says itself what its elements are.
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers,+SPV_INTEL_variable_length_array
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers,+SPV_INTEL_variable_length_array
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_variable_length_array with untyped pointers
; COMPLAINT: Operand <id> cannot be a type
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @f(i64 %length) {
  %array = alloca i32, i64 %length, align 4
  store i32 1, ptr %array, align 4
  ret void
}
