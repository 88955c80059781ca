; Khronos mode keeps the cast from the array of a count to its element, with untyped pointers and with lifetimes, too.
; RUN: roundtrip khronos
; RUN: roundtrip khronos --spirv-ext=+SPV_KHR_untyped_pointers
; ENV: spv1.4
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %n) {
  %four = alloca i32, i32 4, align 4
  store i32 %n, ptr %four, align 4
  ret void
}

define spir_func void @g(i32 %n) {
  %one = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %one)
  store i32 %n, ptr %one, align 4
  call void @llvm.lifetime.end.p0(ptr %one)
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
