; The variables of builtins may be untyped, too.
; RUN: roundtrip --spirv-ext=+SPV_KHR_untyped_pointers
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z20get_global_linear_idv()

define spir_func i64 @place() {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %linear = call spir_func i64 @_Z20get_global_linear_idv()
  %sum = add i64 %x, %linear
  ret i64 %sum
}
