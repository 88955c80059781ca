; Khronos mode converts vectors by calls in OpenCL's spelling; what an integer is converted from decides on the instruction.
; RUN: forward khronos
; RUN: roundtrip khronos
; RUN: roundtrip khronos CL1.2
target triple = "spir64-unknown-unknown"

declare spir_func i8 @_Z12convert_chari(i32)
declare spir_func <2 x i16> @_Z15convert_ushort2Dv2_c(<2 x i8>)

define spir_func <2 x double> @f(<2 x i8> %bytes, i32 %word, <2 x double> %d) {
  %char = call spir_func i8 @_Z12convert_chari(i32 %word)
  %short = call spir_func <2 x i16> @_Z15convert_ushort2Dv2_c(<2 x i8> %bytes)
  %wide = zext <2 x i16> %short to <2 x i32>
  %back = trunc <2 x i32> %wide to <2 x i8>
  %float = uitofp <2 x i8> %back to <2 x double>
  %unsigned = fptoui <2 x double> %float to <2 x i32>
  %signed = sitofp <2 x i32> %unsigned to <2 x double>
  %half = fptrunc <2 x double> %signed to <2 x float>
  %double = fpext <2 x float> %half to <2 x double>
  ret <2 x double> %double
}
!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
