; Used otherwise, such a number is none that Khronos mode takes.
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"
declare i7 @llvm.fptosi.sat.i7.f32(float)
define spir_func i32 @f(float %x) {
  %narrow = call i7 @llvm.fptosi.sat.i7.f32(float %x)
  %wide = zext i7 %narrow to i32
  ret i32 %wide
}
