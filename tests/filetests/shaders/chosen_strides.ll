; Pointers of which one has a stride, from a chain that once started from it, have one type when they are chosen or compared.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%result = type { [0 x i32] }
@out = external addrspace(11) global %result, !spirv.Decorations !1
@id = external addrspace(7) constant i32, !spirv.Decorations !3
@in = external addrspace(11) global %result, !spirv.Decorations !20
@w = external addrspace(3) global [32 x i32]
@one = external addrspace(3) global i32
declare spir_func i1 @_Z16__spirv_PtrEqualPU4AS11iS0_(ptr addrspace(11), ptr addrspace(11))
define void @main() #0 {
  %i = load i32, ptr addrspace(7) @id
  %c = icmp eq i32 %i, 3
  %e = getelementptr i32, ptr addrspace(11) @in, i32 %i, !spirv.Type !22
  %p = getelementptr %result, ptr addrspace(11) @in, i32 0, i32 0, i32 5, !spirv.Type !22
  %t = select i1 %c, ptr addrspace(11) %e, ptr addrspace(11) %p
  %v = load i32, ptr addrspace(11) %t
  %o0 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 0
  store i32 %v, ptr addrspace(11) %o0
  %same = call spir_func i1 @_Z16__spirv_PtrEqualPU4AS11iS0_(ptr addrspace(11) %p, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) @in, i32 8))
  %x = zext i1 %same to i32
  %o1 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 1
  store i32 %x, ptr addrspace(11) %o1
  %l = getelementptr [32 x i32], ptr addrspace(3) @w, i32 0, i32 %i, !spirv.Type !22
  %m = select i1 %c, ptr addrspace(3) %l, ptr addrspace(3) @one
  %y = load i32, ptr addrspace(3) %m
  %o2 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 2
  store i32 %y, ptr addrspace(11) %o2
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
!22 = !{!"pointee", i32 poison, i32 0, i32 4}
