; A library of clang 22: functions that are not exported are hidden.
; RUN: forward
; RUN: roundtrip
; ENV: spv1.6
target triple = "spirv-unknown-vulkan1.3-library"
declare i1 @llvm.spv.all.v2i32(<2 x i32>)
define spir_func i1 @every(<2 x i32> %x) {
  %r = call i1 @llvm.spv.all.v2i32(<2 x i32> %x)
  ret i1 %r
}
define spir_func i32 @next(i32 %x) {
  %r = call spir_func i32 @helper(i32 %x)
  ret i32 %r
}
define hidden spir_func i32 @helper(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
