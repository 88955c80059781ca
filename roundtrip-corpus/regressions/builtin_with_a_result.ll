target triple = "spir64-unknown-unknown"
declare spir_func void @_Z7barrierj(i32)
define spir_func i64 @f() {
  %x = call spir_func i64 @_Z7barrierj(i32 0)
  ret i64 %x
}
