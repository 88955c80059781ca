; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(ptr addrspace(1) %p, i64 %i, i64 %j) {
  %v = insertelement <2 x i64> poison, i64 %i, i32 0
  %w = insertelement <2 x i64> %v, i64 %j, i32 1
  %geps = getelementptr i32, ptr addrspace(1) %p, <2 x i64> %w
  %q = extractelement <2 x ptr addrspace(1)> %geps, i32 1
  %r = load i32, ptr addrspace(1) %q, align 4
  ret i32 %r
}
