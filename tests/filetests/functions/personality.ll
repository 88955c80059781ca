; Rust and C++ name a personality in every function that a panic or an exception may leave; without an `invoke` nothing calls it.
; RUN: forward
; RUN: roundtrip
; RUN: forward khronos
target triple = "spirv64-unknown-unknown"

declare i32 @__gxx_personality_v0(...)
declare i32 @rust_eh_personality(i32, i32, i64, ptr, ptr)

define spir_func void @cxx(ptr %p) personality ptr @__gxx_personality_v0 {
  store i32 1, ptr %p
  ret void
}

define spir_func void @rust(ptr %p) personality ptr @rust_eh_personality {
  store i32 2, ptr %p
  ret void
}
