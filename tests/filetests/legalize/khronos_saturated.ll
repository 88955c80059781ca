; Saturating conversions to other widths, of which only a wider number is used: Khronos mode has no illegal width then.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"
declare i7 @llvm.fptosi.sat.i7.f32(float)
declare i48 @llvm.fptoui.sat.i48.f64(double)
define spir_func i32 @signed(float %x) {
  %narrow = call i7 @llvm.fptosi.sat.i7.f32(float %x)
  %wide = sext i7 %narrow to i32
  ret i32 %wide
}
define spir_func i64 @unsigned(double %x) {
  %narrow = call i48 @llvm.fptoui.sat.i48.f64(double %x)
  %wide = zext i48 %narrow to i64
  ret i64 %wide
}
