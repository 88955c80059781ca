; A dimension that is computed: which component is there is selected first, since OpVectorExtractDynamic is undefined where its
; index is out of bounds, then 0 or 1 where there is no such dimension (OpenCL C 6.15.1).
; RUN: forward
; RUN: roundtrip
; RUN: roundtrip CL1.2
; RUN: roundtrip khronos
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)

define spir_func i64 @f(i32 %d) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 %d)
  %size = call spir_func i64 @_Z14get_local_sizej(i32 %d)
  %groups = call spir_func i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 %d)
  %a = mul i64 %id, %size
  %b = mul i64 %a, %groups
  ret i64 %b
}
