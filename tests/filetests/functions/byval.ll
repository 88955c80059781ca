; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

define spir_func i32 @f(ptr byval(%struct.S) align 4 %s) {
  %p = getelementptr inbounds %struct.S, ptr %s, i32 0, i32 0
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

define spir_kernel void @k(ptr byval(%struct.S) align 4 %s) {
  %v = call spir_func i32 @f(ptr byval(%struct.S) align 4 %s)
  ret void
}
