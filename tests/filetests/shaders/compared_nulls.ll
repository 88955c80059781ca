; Pointers of two types are compared with null, of which LLVM IR has one.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%result = type { [0 x i32] }
@out = external addrspace(11) global %result, !spirv.Decorations !1
@id = external addrspace(7) constant i32, !spirv.Decorations !3
declare spir_func i1 @_Z16__spirv_PtrEqualPU4AS116resultS1_(ptr addrspace(11), ptr addrspace(11))
declare spir_func i1 @_Z19__spirv_PtrNotEqualPU4AS11iS0_(ptr addrspace(11), ptr addrspace(11))
define void @main() #0 {
  %a = call spir_func i1 @_Z16__spirv_PtrEqualPU4AS116resultS1_(ptr addrspace(11) @out, ptr addrspace(11) null)
  %b = call spir_func i1 @_Z19__spirv_PtrNotEqualPU4AS11iS0_(ptr addrspace(11) null, ptr addrspace(11) @out)
  %c = call spir_func i1 @_Z19__spirv_PtrNotEqualPU4AS11iS0_(ptr addrspace(11) null, ptr addrspace(11) null)
  %x = zext i1 %a to i32
  %o0 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 0
  store i32 %x, ptr addrspace(11) %o0
  %y = zext i1 %b to i32
  %o1 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 1
  store i32 %y, ptr addrspace(11) %o1
  %z = zext i1 %c to i32
  %o2 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 2
  store i32 %z, ptr addrspace(11) %o2
  ret void
}
attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
!spirv.Version = !{!6}
!spirv.Capability = !{!7, !8}
!spirv.Struct = !{!9}
!1 = !{!2, !5}
!2 = !{i32 34, i32 0}
!3 = !{!4}
!4 = !{i32 11, i32 29}
!5 = !{i32 33, i32 1}
!6 = !{i32 1, i32 4}
!7 = !{i32 1}
!8 = !{i32 4442}
!9 = !{%result poison, !"", !10, !11}
!10 = !{!12}
!11 = !{i32 0, !"", !13, !14}
!12 = !{i32 2}
!13 = !{!15}
!14 = !{!"array", i32 4, i32 0, null}
!15 = !{i32 35, i32 0}
