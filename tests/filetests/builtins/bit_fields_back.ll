; Bit fields come back under the names of OpenCL C, whose values are signed.
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_KHR_bit_instructions
; RUN: roundtrip --spirv-ext=+SPV_KHR_bit_instructions
target triple = "spir64-unknown-unknown"

define spir_func <2 x i32> @f(<2 x i32> %a, <2 x i32> %b, i32 %o) {
  %x = call spir_func <2 x i32> @_Z15bitfield_insertDv2_jS_jj(<2 x i32> %a, <2 x i32> %b, i32 %o, i32 3)
  %y = call spir_func <2 x i32> @_Z25bitfield_extract_unsignedDv2_jjj(<2 x i32> %x, i32 1, i32 %o)
  %z = call spir_func <2 x i32> @_Z23bitfield_extract_signedDv2_ijj(<2 x i32> %y, i32 %o, i32 4)
  ret <2 x i32> %z
}

declare spir_func <2 x i32> @_Z15bitfield_insertDv2_jS_jj(<2 x i32>, <2 x i32>, i32, i32)
declare spir_func <2 x i32> @_Z25bitfield_extract_unsignedDv2_jjj(<2 x i32>, i32, i32)
declare spir_func <2 x i32> @_Z23bitfield_extract_signedDv2_ijj(<2 x i32>, i32, i32)
