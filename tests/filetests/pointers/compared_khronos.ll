; The Khronos translator compares addresses, and counts in 64 bits and in steps as long as an element.
; RUN: roundtrip khronos
target triple = "spir64-unknown-unknown"

declare spir_func i32 @_Z15__spirv_PtrDiff(ptr, ptr)
declare spir_func i1 @_Z16__spirv_PtrEqual(ptr, ptr)

define spir_func i32 @compared() {
  %all = alloca [4 x i32], align 4
  %third = getelementptr inbounds [4 x i32], ptr %all, i64 0, i64 2
  %first = getelementptr inbounds [4 x i32], ptr %all, i64 0, i64 0
  %steps = call spir_func i32 @_Z15__spirv_PtrDiff(ptr %third, ptr %first)
  %same = call spir_func i1 @_Z16__spirv_PtrEqual(ptr %third, ptr %first)
  %result = select i1 %same, i32 %steps, i32 0
  ret i32 %result
}
