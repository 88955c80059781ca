; Intrinsics on vectors of one lane, which SPIR-V lacks.
; RUN: forward
; RUN: regularize
target triple = "spir64-unknown-unknown"

define spir_kernel void @overflowing(ptr addrspace(1) %o, <1 x i32> %a) {
  %r = call { <1 x i32>, <1 x i1> } @llvm.sadd.with.overflow.v1i32(<1 x i32> %a, <1 x i32> <i32 9>)
  %v = extractvalue { <1 x i32>, <1 x i1> } %r, 0
  store <1 x i32> %v, ptr addrspace(1) %o
  %s = call { <1 x i32>, <1 x i1> } @llvm.ssub.with.overflow.v1i32(<1 x i32> %a, <1 x i32> %v)
  %w = extractvalue { <1 x i32>, <1 x i1> } %s, 1
  %x = call <1 x i1> @llvm.uadd.sat.v1i1(<1 x i1> %w, <1 x i1> <i1 true>)
  %z = zext <1 x i1> %x to <1 x i8>
  store <1 x i8> %z, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @others(ptr addrspace(1) %o, <1 x i32> %a, <1 x float> %f) {
  %b = zext <1 x i32> %a to <1 x i33>
  %c = call <1 x i3> @llvm.scmp.v1i3.v1i33(<1 x i33> %b, <1 x i33> <i33 4>)
  %d = sext <1 x i3> %c to <1 x i32>
  store <1 x i32> %d, ptr addrspace(1) %o
  %e = call <1 x i32> @llvm.sadd.sat.v1i32(<1 x i32> %a, <1 x i32> %d)
  %g = call <1 x i32> @llvm.fshl.v1i32(<1 x i32> %e, <1 x i32> %a, <1 x i32> %d)
  %h = call <1 x i32> @llvm.abs.v1i32(<1 x i32> %g, i1 false)
  store <1 x i32> %h, ptr addrspace(1) %o
  %i = call <1 x i128> @llvm.fptosi.sat.v1i128.v1f32(<1 x float> %f)
  %j = trunc <1 x i128> %i to <1 x i64>
  store <1 x i64> %j, ptr addrspace(1) %o
  %k = call <1 x i1> @llvm.fptoui.sat.v1i1.v1f32(<1 x float> %f)
  %l = call <1 x i1> @llvm.ctlz.v1i1(<1 x i1> %k, i1 false)
  %m = select <1 x i1> %l, <1 x i32> %a, <1 x i32> %h
  store <1 x i32> %m, ptr addrspace(1) %o
  ret void
}

declare { <1 x i32>, <1 x i1> } @llvm.sadd.with.overflow.v1i32(<1 x i32>, <1 x i32>)
declare { <1 x i32>, <1 x i1> } @llvm.ssub.with.overflow.v1i32(<1 x i32>, <1 x i32>)
declare <1 x i1> @llvm.uadd.sat.v1i1(<1 x i1>, <1 x i1>)
declare <1 x i3> @llvm.scmp.v1i3.v1i33(<1 x i33>, <1 x i33>)
