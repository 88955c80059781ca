; A pointer moves by a number of bytes that is chosen; two such pointers are compared.
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
start:
  %n = load i32, ptr addrspace(7) @id
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %loop ]
  %p = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @w, i32 64), %start ], [ %s, %loop ]
  %b = phi ptr addrspace(11) [ @in, %start ], [ %t, %loop ]
  %v = load i32, ptr addrspace(3) %p
  %q = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 %i
  store i32 %v, ptr addrspace(11) %q
  %c = icmp eq i32 %v, 0
  %d = select i1 %c, i32 -4, i32 4
  %s = getelementptr i8, ptr addrspace(3) %p, i32 %d
  %f = select i1 %c, i32 0, i32 8
  %t = getelementptr i8, ptr addrspace(11) %b, i32 %f
  %same = call spir_func i1 @_Z16__spirv_PtrEqualPU4AS11iS0_(ptr addrspace(11) %b, ptr addrspace(11) %t)
  %j = add i32 %i, 1
  %less = icmp ult i32 %j, %n
  %e = and i1 %less, %same
  br i1 %e, label %loop, label %end
end:
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
