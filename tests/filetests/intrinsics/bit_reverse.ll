; Bits are reversed by an instruction where its extension is allowed.
; RUN: roundtrip --spirv-ext=+SPV_KHR_bit_instructions
; RUN: forward --spirv-ext=+SPV_KHR_bit_instructions
; RUN: forward khronos --spirv-ext=+SPV_KHR_bit_instructions
target triple = "spir64-unknown-unknown"

define spir_func <2 x i16> @f(<2 x i16> %a, i64 %b) {
  %x = call <2 x i16> @llvm.bitreverse.v2i16(<2 x i16> %a)
  %y = call i64 @llvm.bitreverse.i64(i64 %b)
  %z = trunc i64 %y to i16
  %r = insertelement <2 x i16> %x, i16 %z, i32 1
  ret <2 x i16> %r
}

declare <2 x i16> @llvm.bitreverse.v2i16(<2 x i16>)
declare i64 @llvm.bitreverse.i64(i64)
