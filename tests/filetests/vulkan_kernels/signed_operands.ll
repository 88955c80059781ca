; What `sext` makes is signed in a shader: `OpUMulExtended` and `OpSMulExtended` take numbers of the type of their members, and
; `OpUConvert`, of reversed and counted bits, gives unsigned ones.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { <2 x i32>, <2 x i1> } @llvm.smul.with.overflow.v2i32(<2 x i32>, <2 x i32>)
declare i16 @llvm.bitreverse.i16(i16)
declare i12 @llvm.bitreverse.i12(i12)
declare <2 x i16> @llvm.bitreverse.v2i16(<2 x i16>)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare i16 @llvm.ctpop.i16(i16)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i16 @llvm.cttz.i16(i16, i1)
define spir_kernel void @products(ptr addrspace(1) %o, i16 %s, <2 x i16> %v) {
  %x = sext i16 %s to i32
  %w = sext i16 %s to i64
  %y = sext <2 x i16> %v to <2 x i32>
  %r1 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %x, i32 3)
  %r2 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 -3, i32 %x)
  %r3 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %w, i64 %w)
  %r4 = call { <2 x i32>, <2 x i1> } @llvm.smul.with.overflow.v2i32(<2 x i32> %y, <2 x i32> <i32 7, i32 -7>)
  %v1 = extractvalue { i32, i1 } %r1, 0
  %b1 = extractvalue { i32, i1 } %r1, 1
  %v2 = extractvalue { i32, i1 } %r2, 0
  %b3 = extractvalue { i64, i1 } %r3, 1
  %v4 = extractvalue { <2 x i32>, <2 x i1> } %r4, 0
  %z = select i1 %b1, i32 %v2, i32 %v1
  %l = extractelement <2 x i32> %v4, i32 1
  %q = select i1 %b3, i32 %l, i32 %z
  store i32 %q, ptr addrspace(1) %o
  ret void
}
define spir_kernel void @bits(ptr addrspace(1) %o, i8 %a, <2 x i8> %v) {
  %x = sext i8 %a to i16
  %y = sext <2 x i8> %v to <2 x i16>
  %z = sext i8 %a to i32
  %w = sext i8 %a to i64
  %t = sext i8 %a to i12
  %r1 = call i16 @llvm.bitreverse.i16(i16 %x)
  %r2 = call <2 x i16> @llvm.bitreverse.v2i16(<2 x i16> %y)
  %r3 = call i32 @llvm.bitreverse.i32(i32 %z)
  %r4 = call i64 @llvm.bitreverse.i64(i64 %w)
  %r5 = call i16 @llvm.ctpop.i16(i16 %x)
  %r6 = call i64 @llvm.ctlz.i64(i64 %w, i1 false)
  %r7 = call i16 @llvm.cttz.i16(i16 %x, i1 false)
  %r8 = call i12 @llvm.bitreverse.i12(i12 %t)
  %e2 = extractelement <2 x i16> %r2, i32 0
  %n8 = zext i12 %r8 to i16
  %s1 = add i16 %r1, %e2
  %s2 = add i16 %s1, %r5
  %s3 = add i16 %s2, %r7
  %s4 = add i16 %s3, %n8
  %u = add i64 %r4, %r6
  %u4 = trunc i64 %u to i32
  %s5 = zext i16 %s4 to i32
  %s6 = add i32 %s5, %u4
  %s7 = add i32 %s6, %r3
  store i32 %s7, ptr addrspace(1) %o
  ret void
}
