; Exponents and whole numbers of widths that SPIR-V lacks.
; RUN: forward
; RUN: regularize
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @exponents(ptr addrspace(1) %o, float %x, <3 x double> %y) {
  %r = call { float, i128 } @llvm.frexp.f32.i128(float %x)
  %e = extractvalue { float, i128 } %r, 1
  store i128 %e, ptr addrspace(1) %o
  %s = call { <3 x double>, <3 x i24> } @llvm.frexp.v3f64.v3i24(<3 x double> %y)
  %n = extractvalue { <3 x double>, <3 x i24> } %s, 1
  %w = sext <3 x i24> %n to <3 x i32>
  store <3 x i32> %w, ptr addrspace(1) %o
  %t = call { float, i48 } @llvm.frexp.f32.i48(float %x)
  %f = extractvalue { float, i48 } %t, 0
  store float %f, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @scaled(ptr addrspace(1) %o, float %x, i32 %n, i64 %m) {
  %a = trunc i32 %n to i24
  %r = call float @llvm.ldexp.f32.i24(float %x, i24 %a)
  %b = sext i64 %m to i128
  %s = call float @llvm.ldexp.f32.i128(float %r, i128 %b)
  %c = trunc i64 %m to i48
  %t = call float @llvm.powi.f32.i48(float %s, i48 %c)
  store float %t, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @whole(ptr addrspace(1) %o, float %x, <5 x double> %y) {
  %a = call i24 @llvm.lrint.i24.f32(float %x)
  %b = sext i24 %a to i32
  store i32 %b, ptr addrspace(1) %o
  %c = call i128 @llvm.llround.i128.f32(float %x)
  store i128 %c, ptr addrspace(1) %o
  %d = call <5 x i48> @llvm.lround.v5i48.v5f64(<5 x double> %y)
  %e = sext <5 x i48> %d to <5 x i64>
  store <5 x i64> %e, ptr addrspace(1) %o
  %f = call i1 @llvm.lrint.i1.f32(float %x)
  %g = zext i1 %f to i8
  store i8 %g, ptr addrspace(1) %o
  ret void
}
