; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

%struct.S = type { i32, float }

define spir_func void @f(ptr sret(%struct.S) align 4 %result, i32 %a) {
  %p = getelementptr inbounds %struct.S, ptr %result, i32 0, i32 0
  store i32 %a, ptr %p, align 4
  ret void
}

define spir_func void @g() {
  %s = alloca %struct.S, align 4
  call spir_func void @f(ptr sret(%struct.S) align 4 %s, i32 1)
  ret void
}
