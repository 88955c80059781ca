; Intrinsics that nothing is known of: functions of another module where they are asked for, else an error.
; RUN: roundtrip khronos --spirv-allow-unknown-intrinsics=llvm.read,llvm.custom
; RUN: forward khronos --spirv-allow-unknown-intrinsics
; RUN: fails forward khronos --spirv-allow-unknown-intrinsics=llvm.read
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func i64 @f(float %x) {
  %a = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.custom.one(i64 %a)
  %c = call float @llvm.fabs.f32(float %x)
  ret i64 %b
}

declare i64 @llvm.readcyclecounter()
declare i64 @llvm.custom.one(i64)
declare float @llvm.fabs.f32(float)
