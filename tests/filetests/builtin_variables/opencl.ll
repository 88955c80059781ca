; The functions of OpenCL C; a dimension that is not constant is chosen at run time.
; RUN: forward
; RUN: roundtrip
; RUN: roundtrip CL1.2
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i32 @_Z12get_work_dimv()

define spir_func void @f(i32 %d) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = call spir_func i64 @_Z13get_global_idj(i32 %d)
  %out = call spir_func i64 @_Z13get_global_idj(i32 3)
  %size = call spir_func i64 @_Z14get_local_sizej(i32 3)
  %sum = add i64 %out, %size
  %dims = call spir_func i32 @_Z12get_work_dimv()
  ret void
}
