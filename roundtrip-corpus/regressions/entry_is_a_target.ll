target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  br i1 %c, label %entry, label %end

end:
  ret void
}
