target triple = "spir64-unknown-unknown"
define spir_func i64 @f() {
  %x = call i64 asm "command $0 $1", "=&r,@ i"(i64 2)
  ret i64 %x
}
