; A loop with two entries.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c, i1 %d, i1 %e) {
end:
  br i1 %c, label %left, label %right

left:
  br i1 %d, label %right, label %end

right:
  br i1 %e, label %left, label %end

end:
  ret void
}
