; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func ptr addrspace(1) @f(i1 %c, ptr addrspace(1) %p) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  %q = phi ptr addrspace(1) [ %p, %entry ], [ null, %then ]
  ret ptr addrspace(1) %q
}
