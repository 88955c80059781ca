target triple = "spir64-unknown-unknown"
declare <16 x i8> @llvm.x86.xop.vpcomb(<16 x i8>, <16 x i8>, i8)
define spir_func <16 x i8> @f(<16 x i8> %v, i8 %which) {
  %r = call <16 x i8> @llvm.x86.xop.vpcomb(<16 x i8> %v, <16 x i8> %v, i8 %which)
  ret <16 x i8> %r
}
