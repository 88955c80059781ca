; Local memory of as many elements as a specialization constant says is an array of that length.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  %n = call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 8)
  %a = alloca float, i32 %n, align 4
  store float 1.0, ptr %a, align 4
  ret void
}

declare i32 @_Z20__spirv_SpecConstantii(i32, i32)
