; Clocks under OpenCL C's names and under SPIR-V's, which tell the result.
; RUN: roundtrip --spirv-ext=+SPV_KHR_shader_clock
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_KHR_shader_clock
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i64 @times() {
  %d = call spir_func i64 @_Z17clock_read_devicev()
  %s = call spir_func <2 x i32> @_Z25clock_read_hilo_sub_groupv()
  %a = call spir_func <2 x i32> @_Z20__spirv_ReadClockKHRIDv2_jET_j(i32 1)
  %b = call spir_func i64 @_Z27__spirv_ReadClockKHR_Rulongi(i32 3)
  %sum = add <2 x i32> %s, %a
  %high = extractelement <2 x i32> %sum, i32 1
  %wide = zext i32 %high to i64
  %c = add i64 %d, %b
  %e = add i64 %c, %wide
  ret i64 %e
}

declare spir_func i64 @_Z17clock_read_devicev()
declare spir_func <2 x i32> @_Z25clock_read_hilo_sub_groupv()
declare spir_func <2 x i32> @_Z20__spirv_ReadClockKHRIDv2_jET_j(i32)
declare spir_func i64 @_Z27__spirv_ReadClockKHR_Rulongi(i32)
