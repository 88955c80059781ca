; Images that passes choose by `select` and `phi`, which SPIR-V does not let them be: there is a branch for each at the access.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: branches stand where the choices were
target triple = "spirv1.6-unknown-vulkan1.3-fragment"
@a = external addrspace(2) constant target("spirv.Image", i32, 5, 0, 0, 0, 1, 0), !spirv.Decorations !0
@b = external addrspace(2) constant target("spirv.Image", i32, 5, 0, 0, 0, 1, 0), !spirv.Decorations !3
@n = external addrspace(7) constant i32, !spirv.Decorations !7
@out = external addrspace(8) global <4 x i32>, !spirv.Decorations !10
define void @main() "hlsl.shader"="pixel" {
entry:
  %x = load i32, ptr addrspace(7) @n
  %is = icmp ugt i32 %x, 4
  %one = load target("spirv.Image", i32, 5, 0, 0, 0, 1, 0), ptr addrspace(2) @a
  %two = load target("spirv.Image", i32, 5, 0, 0, 0, 1, 0), ptr addrspace(2) @b
  br i1 %is, label %more, label %end
more:
  %odd = trunc i32 %x to i1
  %chosen = select i1 %odd, target("spirv.Image", i32, 5, 0, 0, 0, 1, 0) %one, target("spirv.Image", i32, 5, 0, 0, 0, 1, 0) %two
  br label %end
end:
  %three = phi target("spirv.Image", i32, 5, 0, 0, 0, 1, 0) [ %one, %entry ], [ %chosen, %more ]
  %texel = call spir_func <4 x i32> @_Z25__spirv_ImageFetch_Ruint4PU3AS132__spirv_Image__int_5_0_0_0_1_0_0i(target("spirv.Image", i32, 5, 0, 0, 0, 1, 0) %three, i32 %x)
  store <4 x i32> %texel, ptr addrspace(8) @out
  ret void
}
declare spir_func <4 x i32> @_Z25__spirv_ImageFetch_Ruint4PU3AS132__spirv_Image__int_5_0_0_0_1_0_0i(target("spirv.Image", i32, 5, 0, 0, 0, 1, 0), i32)
!spirv.ExecutionMode = !{!13}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!7 = !{!8, !9}
!8 = !{i32 30, i32 0}
!9 = !{i32 14}
!10 = !{!8}
!13 = !{ptr @main, i32 7}
