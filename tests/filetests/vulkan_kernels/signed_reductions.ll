; Reductions of what `sext` makes, which is signed in a shader: their components and results are unsigned.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
declare i64 @llvm.vector.reduce.xor.v2i64(<2 x i64>)
define spir_kernel void @k(ptr addrspace(1) %o, <4 x i8> %a, <2 x i16> %b) {
  %x = sext <4 x i8> %a to <4 x i32>
  %y = shl nsw <4 x i32> %x, <i32 3, i32 4, i32 1, i32 0>
  %w = sext <2 x i16> %b to <2 x i64>
  %1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %y)
  %2 = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %x)
  %3 = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %y)
  %4 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %x)
  %5 = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %y)
  %6 = call i64 @llvm.vector.reduce.xor.v2i64(<2 x i64> %w)
  %7 = trunc i64 %6 to i32
  %8 = add i32 %1, %2
  %9 = add i32 %3, %8
  %10 = add i32 %4, %9
  %11 = add i32 %5, %10
  %12 = add i32 %7, %11
  store i32 %12, ptr addrspace(1) %o
  ret void
}
