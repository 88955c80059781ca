; The Khronos translator has names of its own for operations on bits, and folds booleans; both names are read.
; RUN: roundtrip CL2.0 khronos --spirv-ext=+SPV_KHR_uniform_group_instructions
; NO-ROUND-TRIP: the integer that stands for a constant boolean is compared with zero on the next way
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %x) {
  %a = call spir_func i32 @_Z26__spirv_GroupBitwiseAndKHRiij(i32 2, i32 0, i32 %x)
  %b = call spir_func i32 @_Z28work_group_reduce_bitwise_ori(i32 %x)
  %t = call spir_func i1 @_Z26__spirv_GroupLogicalAndKHRiib(i32 2, i32 0, i1 true)
  %c = select i1 %t, i32 %a, i32 %b
  ret i32 %c
}

declare spir_func i32 @_Z26__spirv_GroupBitwiseAndKHRiij(i32, i32, i32)
declare spir_func i32 @_Z28work_group_reduce_bitwise_ori(i32)
declare spir_func i1 @_Z26__spirv_GroupLogicalAndKHRiib(i32, i32, i1)
