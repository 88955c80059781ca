; Relational functions in Khronos mode: on the way back vectors of truths are bytes, and the lowest bit is asked for; no lap
; adds to that.
; RUN: roundtrip khronos
; RUN: roundtrip khronos CL1.2
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z5isnanf(float)
declare spir_func <2 x i64> @_Z5isinfDv2_d(<2 x double>)
declare spir_func i32 @_Z3anyDv2_i(<2 x i32>)
declare spir_func <4 x i8> @_Z13__spirv_IsNanIDv4_aDv4_fET_T0_(<4 x float>)

define spir_func i32 @scalar(float %x, <2 x i32> %v) {
  %nan = call spir_func i32 @_Z5isnanf(float %x)
  %any = call spir_func i32 @_Z3anyDv2_i(<2 x i32> %v)
  %sum = add i32 %nan, %any
  ret i32 %sum
}

define spir_func <2 x i1> @vector(<2 x double> %x) {
  %inf = call spir_func <2 x i64> @_Z5isinfDv2_d(<2 x double> %x)
  %truth = icmp ne <2 x i64> %inf, zeroinitializer
  ret <2 x i1> %truth
}

define spir_func <4 x i8> @template(<4 x float> %x) {
  %nan = call spir_func <4 x i8> @_Z13__spirv_IsNanIDv4_aDv4_fET_T0_(<4 x float> %x)
  ret <4 x i8> %nan
}
!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
