; RUN: fails forward
target triple = "spir64-unknown-unknown"

%opaque = type opaque

define spir_func void @f(i64 %n) {
  %p = getelementptr %opaque, ptr null, i64 0
  ret void
}
