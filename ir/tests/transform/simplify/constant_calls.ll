; Calls of intrinsics on constants are constants, of vectors as well; elements are found through insertions and shuffles.

define <4 x i32> @integers(i32 %x) {
  %a = call i32 @llvm.abs.i32(i32 -7, i1 true)
  %b = call i32 @llvm.ctpop.i32(i32 -2)
  %c = call i32 @llvm.ctlz.i32(i32 1, i1 false)
  %d = call i32 @llvm.cttz.i32(i32 0, i1 false)
  %e = call i32 @llvm.bswap.i32(i32 258)
  %f = call i32 @llvm.bitreverse.i32(i32 258)
  %g = call i32 @llvm.smax.i32(i32 -1, i32 3)
  %h = call i32 @llvm.umin.i32(i32 -1, i32 3)
  %i = call i32 @llvm.umax.i32(i32 -1, i32 3)
  %j = call i32 @llvm.smin.i32(i32 -1, i32 3)
  %s = add i32 %a, %x
  %t = mul i32 %b, %s
  %u = xor i32 %c, %t
  %v = add i32 %d, %u
  %w = xor i32 %e, %v
  %y = add i32 %f, %w
  %z = mul i32 %g, %y
  %k = xor i32 %h, %z
  %l = mul i32 %i, %k
  %m = xor i32 %j, %l
  %n = call <4 x i32> @llvm.smax.v4i32(<4 x i32> <i32 1, i32 -5, i32 7, i32 0>, <4 x i32> splat (i32 2))
  %o = insertelement <4 x i32> %n, i32 %m, i32 2
  ret <4 x i32> %o
}

define float @floats(float %x) {
  %a = call float @llvm.fabs.f32(float -3.0)
  %b = call float @llvm.copysign.f32(float 2.5, float -0.0)
  %c = call <2 x half> @llvm.fabs.v2f16(<2 x half> <half -1.0, half 0.5>)
  %d = extractelement <2 x half> %c, i64 0
  %e = fpext half %d to float
  %f = fadd float %a, %x
  %g = fmul float %b, %f
  %h = fdiv float %g, %e
  ret float %h
}

define i32 @elements(<2 x i32> %v, i32 %x, i32 %y) {
  %a = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
  %b = insertelement <2 x i32> %a, i32 %y, i32 1
  %c = extractelement <2 x i32> %b, i64 1
  %d = shufflevector <2 x i32> %b, <2 x i32> %v, <4 x i32> <i32 3, i32 0, i32 1, i32 poison>
  %e = extractelement <4 x i32> %d, i64 1
  %f = add i32 %c, %e
  %g = extractelement <2 x i32> %a, i8 1
  %h = add i32 %f, %g
  ret i32 %h
}

declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare <2 x half> @llvm.fabs.v2f16(<2 x half>)
