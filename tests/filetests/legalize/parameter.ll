; A parameter of such a type changes with the function, where nobody else can see it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define internal spir_func i33 @inner(i33 %a) {
  %sum = add i33 %a, 1
  ret i33 %sum
}

define spir_func i64 @f(i64 %a) {
  %cut = trunc i64 %a to i33
  %r = call spir_func i33 @inner(i33 %cut)
  %long = zext i33 %r to i64
  ret i64 %long
}
