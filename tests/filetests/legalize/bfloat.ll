; bfloat is held in integers of 16 bits and computed with as float; doubles and long integers are rounded once.
; RUN: forward
; RUN: roundtrip
; RUN: roundtrip --spirv-ext=+SPV_KHR_bfloat16
target triple = "spir64-unknown-unknown"
@table = addrspace(2) constant [3 x bfloat] [bfloat 1.0, bfloat 0xR7FC0, bfloat -2.5]
define spir_func bfloat @arith(bfloat %a, bfloat %b) {
  %s = fadd bfloat %a, %b
  %m = fmul nnan bfloat %s, 1.5
  %n = fneg bfloat %m
  %d = fdiv bfloat %n, %b
  ret bfloat %d
}
define spir_func bfloat @casts(double %d, i37 %i, i64 %l, i8 %c) {
  %x = fptrunc double %d to bfloat
  %y = sitofp i37 %i to bfloat
  %z = uitofp i64 %l to bfloat
  %w = sitofp i8 %c to bfloat
  %1 = fadd bfloat %x, %y
  %2 = fadd bfloat %z, %w
  %r = call bfloat @llvm.fma(bfloat %1, bfloat %2, bfloat %y)
  ret bfloat %r
}
define spir_func <4 x float> @vectors(ptr addrspace(1) %p, i1 %c) {
  %v = load <4 x bfloat>, ptr addrspace(1) %p, align 8
  %q = getelementptr <4 x bfloat>, ptr addrspace(1) %p, i64 1
  %u = load <4 x bfloat>, ptr addrspace(1) %q, align 8
  %s = select i1 %c, <4 x bfloat> %u, <4 x bfloat> %v
  %m = call <4 x bfloat> @llvm.minnum(<4 x bfloat> %u, <4 x bfloat> %v)
  %k = fcmp olt <4 x bfloat> %m, %s
  %t = select <4 x i1> %k, <4 x bfloat> %m, <4 x bfloat> %s
  %e = insertelement <4 x bfloat> %t, bfloat 3.0, i32 1
  store <4 x bfloat> %e, ptr addrspace(1) %p, align 8
  %x = fpext <4 x bfloat> %e to <4 x float>
  %sum = call bfloat @llvm.vector.reduce.fadd(bfloat -0.0, <4 x bfloat> %e)
  store bfloat %sum, ptr addrspace(1) %q, align 2
  %fr = call { bfloat, i32 } @llvm.frexp(bfloat %sum)
  %f0 = extractvalue { bfloat, i32 } %fr, 0
  store bfloat %f0, ptr addrspace(1) %q, align 2
  %i = fptosi bfloat %sum to i32
  store i32 %i, ptr addrspace(1) %q, align 2
  ret <4 x float> %x
}
define spir_kernel void @k(ptr addrspace(1) %p, bfloat %s) {
  %o = call bfloat @llvm.fabs(bfloat %s)
  %t = load bfloat, ptr addrspace(2) getelementptr ([3 x bfloat], ptr addrspace(2) @table, i64 0, i64 2), align 2
  %c = call bfloat @llvm.copysign(bfloat %o, bfloat %t)
  %isn = call i1 @llvm.is.fpclass(bfloat %c, i32 3)
  %r = select i1 %isn, bfloat 0xR7FC0, bfloat %c
  store bfloat %r, ptr addrspace(1) %p, align 2
  ret void
}
