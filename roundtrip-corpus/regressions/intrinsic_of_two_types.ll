target triple = "spir64-unknown-unknown"
declare float @llvm.minimum.f49(float, float)
define spir_func void @f(float %a) {
  %parts = call { float, i32 } @llvm.minimum.f49(float %a)
  ret void
}
