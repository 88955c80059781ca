; A sum with zero keeps its promise to itself: the other operand may wrap around.
; RUN: forward --spirv-ext=+SPV_KHR_no_integer_wrap_decoration
target triple = "spir64-unknown-unknown"

define spir_func <32 x i32> @sum(<32 x i32> %a, <32 x i32> %b, ptr addrspace(1) %to) {
  %x = add <32 x i32> %a, %b
  %y = add nsw <32 x i32> %x, zeroinitializer
  store <32 x i32> %x, ptr addrspace(1) %to
  ret <32 x i32> %y
}

define spir_func <32 x i32> @exact(<32 x i32> %a, <32 x i32> %b) {
  %x = add nsw <32 x i32> %a, %b
  ret <32 x i32> %x
}
