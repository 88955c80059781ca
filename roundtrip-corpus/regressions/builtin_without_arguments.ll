target triple = "spir64-unknown-unknown"

declare spir_func i64 @__write_pipe_4(i32)

define spir_func i64 @f() {
  %r = call spir_func i64 @__write_pipe_4(i32 0)
  ret i64 %r
}
