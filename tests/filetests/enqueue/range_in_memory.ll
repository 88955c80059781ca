; In Khronos mode ranges are returned through memory, where they are stored or in a place of their own.
; RUN: roundtrip khronos CL2.0
; RUN: roundtrip khronos
; NO-ROUND-TRIP: a range that is used otherwise is stored on the second lap
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%struct.ndrange_t = type { i32, [3 x i64], [3 x i64], [3 x i64] }

define spir_kernel void @stored() {
  %range = alloca %struct.ndrange_t, align 8
  call spir_func void @_Z10ndrange_1Dmmm(ptr sret(%struct.ndrange_t) %range, i64 1, i64 123, i64 456)
  ret void
}

define spir_func i32 @taken_apart(ptr %sizes) {
  %range = call spir_func %struct.ndrange_t @_Z23__spirv_BuildNDRange_2DPlS_S_(ptr %sizes, ptr %sizes, ptr %sizes)
  %dimensions = extractvalue %struct.ndrange_t %range, 0
  ret i32 %dimensions
}

declare spir_func void @_Z10ndrange_1Dmmm(ptr sret(%struct.ndrange_t), i64, i64, i64)
declare spir_func %struct.ndrange_t @_Z23__spirv_BuildNDRange_2DPlS_S_(ptr, ptr, ptr)
