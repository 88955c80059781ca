; A result of more than 64 bits is returned through a pointer to a variable at the beginning of the function.
; RUN: roundtrip khronos --spirv-ext=+SPV_INTEL_arbitrary_precision_integers,+SPV_INTEL_arbitrary_precision_fixed_point
; NO-ROUND-TRIP: each way back adds the variable
target triple = "spir64-unknown-unknown"

define spir_func i66 @both(i34 %x) {
entry:
  br label %next
next:
  %y = call i66 @intel_arbitrary_fixed_sincos.i66.i34(i34 %x, i1 true, i32 3, i32 2, i32 0, i32 0)
  ret i66 %y
}

declare i66 @intel_arbitrary_fixed_sincos.i66.i34(i34, i1, i32, i32, i32, i32)
