; A builtin that needs a newer SPIR-V than may be written.
; RUN: forward
; RUN: fails forward --spirv-max-version=1.0
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z27__spirv_GroupNonUniformIAddiij(i32, i32, i32)

define spir_func i32 @f(i32 %a) {
  %v = call spir_func i32 @_Z27__spirv_GroupNonUniformIAddiij(i32 3, i32 0, i32 %a)
  ret i32 %v
}
