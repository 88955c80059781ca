; Rows of an array are compared: the array that both pointers are to is an inner one, whose index 0 LLVM's passes drop.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"
%result = type { [0 x i32] }
@out = external addrspace(11) global %result, !spirv.Decorations !1
@id = external addrspace(7) constant i32, !spirv.Decorations !3
@w = external addrspace(3) global [16 x [4 x i32]], !spirv.Type !20
@u = external addrspace(3) global { float, [16 x [4 x i32]] }
declare spir_func i32 @_Z15__spirv_PtrDiffPU3AS318spirv.array.signedS1_(ptr addrspace(3), ptr addrspace(3))
declare spir_func i1 @_Z16__spirv_PtrEqualPU3AS311spirv.arrayS1_(ptr addrspace(3), ptr addrspace(3))
define void @main() #0 {
  %i = load i32, ptr addrspace(7) @id
  %row = getelementptr [4 x i32], ptr addrspace(3) @w, i32 %i
  %d = call spir_func i32 @_Z15__spirv_PtrDiffPU3AS318spirv.array.signedS1_(ptr addrspace(3) %row, ptr addrspace(3) @w)
  %o0 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 0
  store i32 %d, ptr addrspace(11) %o0
  %bytes = shl i32 %i, 4
  %far = getelementptr i8, ptr addrspace(3) @w, i32 %bytes
  %b = call spir_func i32 @_Z15__spirv_PtrDiffPU3AS318spirv.array.signedS1_(ptr addrspace(3) @w, ptr addrspace(3) %far)
  %o1 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 1
  store i32 %b, ptr addrspace(11) %o1
  %member = getelementptr i8, ptr addrspace(3) @u, i32 4
  %other = getelementptr [4 x i32], ptr addrspace(3) %member, i32 %i
  %e = call spir_func i1 @_Z16__spirv_PtrEqualPU3AS311spirv.arrayS1_(ptr addrspace(3) %other, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @u, i32 20))
  %n = zext i1 %e to i32
  %o2 = getelementptr %result, ptr addrspace(11) @out, i32 0, i32 0, i32 2
  store i32 %n, ptr addrspace(11) %o2
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
!20 = !{!"array", i32 0, !21, null}
!21 = !{!"array", i32 0, !22, null}
!22 = !{!"signed"}
