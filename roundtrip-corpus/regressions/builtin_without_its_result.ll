target triple = "spir64-unknown-unknown"
declare spir_func i32 @_Z21work_group_reduce_minj(i32)
define spir_func void @f(i32 %x) {
  call spir_func void @_Z21work_group_reduce_minj(i32 %x, i32 %x, i32 %x)
  ret void
}
