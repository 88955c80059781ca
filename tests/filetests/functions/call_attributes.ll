; In Khronos mode a call repeats what the callee says of itself and of its parameters.
; RUN: roundtrip khronos
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr noalias captures(none) align 8 %p, i8 zeroext %c) #0 {
  ret void
}

define spir_func void @g(ptr %p) {
  call spir_func void @f(ptr %p, i8 1)
  ret void
}

attributes #0 = { noinline }
