; alwaysinline, noinline, memory(none) and memory(read) are the function control.
; RUN: forward
; RUN: roundtrip
; COVERS: s0_42 s2_170 s2_171 s2_172 s2_173 s2_174 s2_175
target triple = "spir64-unknown-unknown"

define spir_func void @none() {
  ret void
}

define spir_func void @inline() alwaysinline {
  ret void
}

define spir_func void @dont_inline() noinline {
  ret void
}

define spir_func i32 @pure(ptr addrspace(1) %p) memory(read) {
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}

define spir_func i32 @const(i32 %a) noinline memory(none) {
  ret i32 %a
}

define spir_func i32 @argmem(ptr addrspace(1) %p) memory(argmem: read) {
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}
