
; Functions of `float` without branches and calls, so that LLVM computes those of many work-items at once. Errors are below 2 units in
; the last place, subnormal numbers and special values included.

; e to the power of x: 2 to the power of n, a whole number, times a polynomial of what is left. The power is multiplied by in two
; steps, as it may be out of range where the result is not.
define internal float @spirv.exp(float %x) alwaysinline {
  %small = fcmp olt float %x, -104.0
  %a = select i1 %small, float -104.0, float %x
  %large = fcmp ogt float %a, 89.0
  %b = select i1 %large, float 89.0, float %a
  %nan = fcmp uno float %x, 0.0
  %c = select i1 %nan, float 0.0, float %b
  %t = fmul float %c, 0x3FF7154760000000
  %n = call float @llvm.rint.f32(float %t)
  %r0 = call float @llvm.fmuladd.f32(float %n, float 0xBFE6300000000000, float %c)
  %r = call float @llvm.fmuladd.f32(float %n, float 0x3F2BD01060000000, float %r0)
  %p1 = call float @llvm.fmuladd.f32(float %r, float 0x3F2A0D2CE0000000, float 0x3F56E879C0000000)
  %p2 = call float @llvm.fmuladd.f32(float %p1, float %r, float 0x3F81112100000000)
  %p3 = call float @llvm.fmuladd.f32(float %p2, float %r, float 0x3FA5553820000000)
  %p4 = call float @llvm.fmuladd.f32(float %p3, float %r, float 0x3FC5555540000000)
  %p5 = call float @llvm.fmuladd.f32(float %p4, float %r, float 0.5)
  %rr = fmul float %r, %r
  %p6 = call float @llvm.fmuladd.f32(float %p5, float %rr, float %r)
  %p = fadd float %p6, 1.0
  %i = fptosi float %n to i32
  %half = ashr i32 %i, 1
  %rest = sub i32 %i, %half
  %m = call float @spirv.power(i32 %half)
  %k = call float @spirv.power(i32 %rest)
  %y0 = fmul float %p, %m
  %y = fmul float %y0, %k
  %e = select i1 %nan, float %x, float %y
  ret float %e
}

; 2 to the power of a whole number, which is in range.
define internal float @spirv.power(i32 %n) alwaysinline {
  %b = add i32 %n, 127
  %s = shl i32 %b, 23
  %r = bitcast i32 %s to float
  ret float %r
}

; The natural logarithm of x: that of 2 times n, a whole number, and that of a number between the roots of 1/2 and of 2, as FreeBSD's
; logf computes it.
define internal float @spirv.log(float %x) alwaysinline {
  %subnormal = fcmp olt float %x, 0x3810000000000000
  %up = fmul float %x, 0x4160000000000000
  %a = select i1 %subnormal, float %up, float %x
  %less = select i1 %subnormal, i32 -23, i32 0
  %bits = bitcast float %a to i32
  %t = sub i32 %bits, 1060439283
  %e = ashr i32 %t, 23
  %whole = shl i32 %e, 23
  %mb = sub i32 %bits, %whole
  %m = bitcast i32 %mb to float
  %n = add i32 %e, %less
  %k = sitofp i32 %n to float
  %f = fsub float %m, 1.0
  %d = fadd float %f, 2.0
  %s = fdiv float %f, %d
  %z = fmul float %s, %s
  %w = fmul float %z, %z
  %t1a = call float @llvm.fmuladd.f32(float %w, float 0x3FCF13C4C0000000, float 0x3FD999C260000000)
  %t2a = call float @llvm.fmuladd.f32(float %w, float 0x3FD23D3DC0000000, float 0x3FE5555540000000)
  %t1 = fmul float %w, %t1a
  %r = call float @llvm.fmuladd.f32(float %z, float %t2a, float %t1)
  %hf = fmul float %f, 0.5
  %h = fmul float %hf, %f
  %hr = fadd float %h, %r
  %shr = fmul float %s, %hr
  %l0 = call float @llvm.fmuladd.f32(float %k, float 0x3EE2FEFA20000000, float %shr)
  %l1 = fsub float %l0, %h
  %l2 = fadd float %l1, %f
  %l = call float @llvm.fmuladd.f32(float %k, float 0x3FE62E3000000000, float %l2)
  %zero = fcmp oeq float %x, 0.0
  %y0 = select i1 %zero, float 0xFFF0000000000000, float %l
  %negative = fcmp olt float %x, 0.0
  %y1 = select i1 %negative, float 0x7FF8000000000000, float %y0
  %nan = fcmp uno float %x, 0.0
  %infinite = fcmp oeq float %x, 0x7FF0000000000000
  %special = or i1 %nan, %infinite
  %y = select i1 %special, float %x, float %y1
  ret float %y
}
