; The first element of an array, whose indices LLVM's passes drop, is chosen, stored and compared.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%result = type { [0 x i32] }
@out = external addrspace(11) global %result, !spirv.Decorations !1
@id = external addrspace(7) constant i32, !spirv.Decorations !3
@w = external addrspace(3) global [32 x i32]
@f = external addrspace(3) global { [4 x float], i32 }
define void @main() #0 {
  %i = load i32, ptr addrspace(7) @id
  %p = getelementptr [32 x i32], ptr addrspace(3) @w, i32 0, i32 %i
  %n = icmp eq i32 %i, 4
  %c = icmp ult i32 %i, 3
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi ptr addrspace(3) [ @w, %then ], [ %p, %0 ]
  %s = select i1 %n, ptr addrspace(3) @w, ptr addrspace(3) %p
  %t = select i1 %c, ptr addrspace(3) %r, ptr addrspace(3) %s
  %v = load i32, ptr addrspace(3) %t
  %o0 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 0
  store i32 %v, ptr addrspace(11) %o0
  %g = getelementptr float, ptr addrspace(3) @f, i32 %i
  %h = select i1 %n, ptr addrspace(3) %g, ptr addrspace(3) @f
  store float 1.0, ptr addrspace(3) %h
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
