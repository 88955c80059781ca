; Khronos mode says of the arguments of a call of a pointer how they are passed, in decorations of the call; the pointer has the types of
; what is passed by value.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_function_pointers
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know the decoration
; COMPLAINT: Invalid decoration operand: 6409
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

define spir_func void @take(ptr byval(%pair) noalias captures(none) %pair, i8 signext %n) {
  ret void
}

define spir_func void @call(i1 %which, i8 %n) {
  %made = alloca %pair, align 8
  %chosen = select i1 %which, ptr @take, ptr null
  call spir_func void %chosen(ptr byval(%pair) noalias captures(none) %made, i8 signext %n)
  ret void
}
