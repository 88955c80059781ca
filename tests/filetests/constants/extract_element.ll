; A component of a vector of which LLVM knows no numbers.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_function_pointers
; NO-VAL: SPIRV-Tools does not know that the function of a pointer may come behind it
; COMPLAINT: ID <id> has not been defined
target triple = "spir64-unknown-unknown"
@byte = addrspace(1) constant i8 extractelement (<8 x i8> bitcast (i64 ptrtoint (ptr @f to i64) to <8 x i8>), i32 3)
define spir_func i8 @f(i8 %x) {
  %sum = add i8 %x, extractelement (<8 x i8> bitcast (i64 ptrtoint (ptr @f to i64) to <8 x i8>), i32 7)
  ret i8 %sum
}
