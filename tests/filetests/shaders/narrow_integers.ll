; Integers of 8 bits, scalars and vectors, in Vulkan 1.0, which has none: computed with 32 bits, as those of 24 are everywhere.
; RUN: forward --environment=vulkan1.0
; ENV: vulkan1.0
; LOSES: a promoted integer stays so
; COVERS: s4_102
target triple = "spirv-unknown-vulkan1.0-compute"
@in = external addrspace(7) constant i32, !spirv.Decorations !0
@out = external addrspace(10) global i32
!0 = !{!1}
!1 = !{i32 11, i32 29}
define internal i8 @twice(i8 %x) {
  %y = shl i8 %x, 1
  ret i8 %y
}
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="4,2,1" {
  %v = load i32, ptr addrspace(7) @in
  %a = trunc i32 %v to i8
  %b = mul i8 %a, 7
  %c = sdiv i8 %b, 3
  %d = call i8 @twice(i8 %c)
  %e = icmp slt i8 %d, %a
  %f = select i1 %e, i8 %d, i8 %a
  %g = sext i8 %f to i32
  %h = insertelement <2 x i8> poison, i8 %f, i32 0
  %i = insertelement <2 x i8> %h, i8 %a, i32 1
  %j = add <2 x i8> %i, splat (i8 100)
  %k = extractelement <2 x i8> %j, i32 1
  %l = zext i8 %k to i32
  %m = trunc i32 %v to i24
  %n = mul i24 %m, 77
  %o = zext i24 %n to i32
  %s = add i32 %g, %l
  %t = add i32 %s, %o
  store i32 %t, ptr addrspace(10) @out
  ret void
}
