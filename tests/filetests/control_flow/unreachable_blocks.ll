; What cannot be reached is left out, and phis lose its entries.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_152
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) {
entry:
  br label %end

dead:
  %b = add i32 %a, 1
  br label %end

self:
  br label %self

end:
  %v = phi i32 [ %a, %entry ], [ %b, %dead ]
  ret i32 %v
}
