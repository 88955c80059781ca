; A pointer is chosen from one and from null, and then from another: none of them is a pointer to bytes.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%result = type { [0 x i32] }
@out = external addrspace(11) global %result, !spirv.Decorations !1
@id = external addrspace(7) constant i32, !spirv.Decorations !3
@in = external addrspace(11) global %result, !spirv.Decorations !20
@w = external addrspace(3) global [32 x i32]
declare spir_func i1 @_Z16__spirv_PtrEqualPU4AS11iS0_(ptr addrspace(11), ptr addrspace(11))
define void @main() #0 {
  %i = load i32, ptr addrspace(7) @id
  %p = getelementptr %result, ptr addrspace(11) @in, i32 0, i32 0, i32 %i
  %n = icmp eq i32 %i, 4
  %c = icmp ult i32 %i, 3
  %s = select i1 %n, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @in, i32 4), ptr addrspace(11) null
  %t = select i1 %c, ptr addrspace(11) %p, ptr addrspace(11) %s
  %e = call spir_func i1 @_Z16__spirv_PtrEqualPU4AS11iS0_(ptr addrspace(11) %p, ptr addrspace(11) %t)
  %x = zext i1 %e to i32
  %o0 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 0
  store i32 %x, ptr addrspace(11) %o0
  %a = select i1 %n, ptr addrspace(3) null, ptr addrspace(3) @w
  %b = select i1 %c, ptr addrspace(3) %a, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @w, i32 12)
  %v = load i32, ptr addrspace(3) %b
  %o1 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 1
  store i32 %v, ptr addrspace(11) %o1
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
!20 = !{!2, !21}
!21 = !{i32 33, i32 0}
