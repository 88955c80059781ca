; Khronos mode chooses at run time even where the dimension is known; variables come before the functions, as imports.
; RUN: forward khronos
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z15get_global_sizej(i32)
declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i64 @_Z12get_group_idj(i32)

define spir_kernel void @f(i32 %d) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 1)
  %none = call spir_func i64 @_Z15get_global_sizej(i32 3)
  %n = call spir_func i64 @_Z13get_global_idj(i32 %d)
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  ret void
}
!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
