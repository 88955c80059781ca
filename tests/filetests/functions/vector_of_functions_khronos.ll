; A vector of functions, which has pointers to functions for components if all of them are of one type.
; RUN: forward khronos --spirv-ext=+SPV_INTEL_function_pointers,+SPV_INTEL_masked_gather_scatter
; NO-ROUND-TRIP: the vector comes back as a constant, which is stored element by element
; NO-VAL: releases of SPIRV-Tools before 2026 look for functions in front of constants that name them
; COMPLAINT: ID <id> has not been defined
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define internal spir_func i32 @same(i32 %x) {
  ret i32 %x
}

define internal spir_func i32 @next(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define spir_func void @both() {
  %table = alloca <2 x ptr>, align 16
  %one = insertelement <2 x ptr> poison, ptr @same, i32 0
  %two = insertelement <2 x ptr> %one, ptr @next, i32 1
  store <2 x ptr> %two, ptr %table, align 16
  ret void
}
