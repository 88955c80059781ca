; What LLVM's intrinsics and casts of bits are for integers of 8 bits, where the environment has none.
; RUN: forward --environment=vulkan1.0
; ENV: vulkan1.0
; LOSES: a promoted integer stays so
; COVERS: s4_102
target triple = "spirv-unknown-vulkan1.0-compute"
@in = external addrspace(7) constant i32, !spirv.Decorations !0
@out = external addrspace(10) global i32
!0 = !{!1}
!1 = !{i32 11, i32 29}
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="4,2,1" {
  %v = load i32, ptr addrspace(7) @in
  %a = bitcast i32 %v to <4 x i8>
  %b = add <4 x i8> %a, splat (i8 3)
  %c = bitcast <4 x i8> %b to i32
  %d = call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> %a)
  %e = call i8 @llvm.smax.i8(i8 %d, i8 -3)
  %f = call i8 @llvm.uadd.sat.i8(i8 %e, i8 100)
  %g = call i8 @llvm.ctlz.i8(i8 %f, i1 false)
  %h = call i8 @llvm.fshl.i8(i8 %g, i8 %f, i8 3)
  %i = zext i8 %h to i32
  %r = add i32 %c, %i
  store i32 %r, ptr addrspace(10) @out
  ret void
}
