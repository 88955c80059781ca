; The attribute says what the pointer points to, also where nothing uses it.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

define spir_func void @f(ptr sret(%struct.S) align 4 %result, ptr byval(i64) align 8 %value) {
  ret void
}
