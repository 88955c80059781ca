; popcount is the core instruction for the Khronos translator, and comes back as itself.
; RUN: forward khronos
; RUN: roundtrip khronos CL2.0
target triple = "spir64-unknown-unknown"

define spir_func <2 x i32> @f(<2 x i32> %a) {
  %n = call spir_func <2 x i32> @_Z8popcountDv2_i(<2 x i32> %a)
  ret <2 x i32> %n
}

declare spir_func <2 x i32> @_Z8popcountDv2_i(<2 x i32>)
