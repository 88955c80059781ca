; A scalar beside vectors is spread by instructions, constant or not, as the Khronos translator does it.
; RUN: forward
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare spir_func <2 x i32> @_Z3minDv2_ii(<2 x i32>, i32)
define spir_func <2 x i32> @f(<2 x i32> %v) {
  %r = call spir_func <2 x i32> @_Z3minDv2_ii(<2 x i32> %v, i32 5)
  ret <2 x i32> %r
}
