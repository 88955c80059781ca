; Pointers into an array of vectors, chosen by a select: the index that is chosen counts components, from vector to vector.
; RUN: forward
; ENV: vulkan1.2
; NO-ROUND-TRIP: chains come back as getelementptr from the type of the variable
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.5-unknown-vulkan1.2-compute"

@a = private addrspace(10) global [4 x <4 x float>] undef
@b = private addrspace(10) global [2 x [2 x <4 x float>]] undef
@n = external addrspace(7) constant i32, !spirv.Decorations !0

define void @main() #0 {
  %n = load i32, ptr addrspace(7) @n
  %less = icmp ult i32 %n, 4
  %i = and i32 %n, 3
  %first = getelementptr <4 x float>, ptr addrspace(10) @a, i32 %i
  %last = getelementptr i8, ptr addrspace(10) @a, i32 60
  %p = select i1 %less, ptr addrspace(10) %first, ptr addrspace(10) %last
  store float 1.000000e+00, ptr addrspace(10) %p
  %row = getelementptr [2 x <4 x float>], ptr addrspace(10) @b, i32 %n
  %cell = getelementptr <4 x float>, ptr addrspace(10) %row, i32 %n
  store <4 x float> zeroinitializer, ptr addrspace(10) %cell
  ret void
}

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" }
!0 = !{!1}
!1 = !{i32 11, i32 29}
