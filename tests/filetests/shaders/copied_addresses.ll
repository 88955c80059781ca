; A copy of an array of addresses between layouts, which passes put together from its elements.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%struct = type { [3 x %spirv.stride.16] }
%spirv.stride.16 = type <{ ptr addrspace(5349), [8 x i8] }>
%struct.0 = type { [3 x ptr addrspace(5349)] }
@0 = external local_unnamed_addr addrspace(12) constant %struct, !spirv.Decorations !0
@1 = external local_unnamed_addr addrspace(11) global %struct.0, !spirv.Decorations !3
define void @main() local_unnamed_addr #0 {
  %.unpack.unpack = load ptr addrspace(5349), ptr addrspace(12) @0, align 1
  %1 = insertvalue %spirv.stride.16 poison, ptr addrspace(5349) %.unpack.unpack, 0
  %.unpack.unpack3.unpack = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 8), align 1
  %2 = insertvalue [8 x i8] poison, i8 %.unpack.unpack3.unpack, 0
  %.unpack.unpack3.unpack5 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 9), align 1
  %3 = insertvalue [8 x i8] %2, i8 %.unpack.unpack3.unpack5, 1
  %.unpack.unpack3.unpack6 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 10), align 1
  %4 = insertvalue [8 x i8] %3, i8 %.unpack.unpack3.unpack6, 2
  %.unpack.unpack3.unpack7 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 11), align 1
  %5 = insertvalue [8 x i8] %4, i8 %.unpack.unpack3.unpack7, 3
  %.unpack.unpack3.unpack8 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 12), align 1
  %6 = insertvalue [8 x i8] %5, i8 %.unpack.unpack3.unpack8, 4
  %.unpack.unpack3.unpack9 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 13), align 1
  %7 = insertvalue [8 x i8] %6, i8 %.unpack.unpack3.unpack9, 5
  %.unpack.unpack3.unpack10 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 14), align 1
  %8 = insertvalue [8 x i8] %7, i8 %.unpack.unpack3.unpack10, 6
  %.unpack.unpack3.unpack11 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 15), align 1
  %.unpack.unpack312 = insertvalue [8 x i8] %8, i8 %.unpack.unpack3.unpack11, 7
  %.unpack4 = insertvalue %spirv.stride.16 %1, [8 x i8] %.unpack.unpack312, 1
  %9 = insertvalue [3 x %spirv.stride.16] poison, %spirv.stride.16 %.unpack4, 0
  %.unpack1.unpack = load ptr addrspace(5349), ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 16), align 1
  %10 = insertvalue %spirv.stride.16 poison, ptr addrspace(5349) %.unpack1.unpack, 0
  %.unpack1.unpack13.unpack = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 24), align 1
  %11 = insertvalue [8 x i8] poison, i8 %.unpack1.unpack13.unpack, 0
  %.unpack1.unpack13.unpack15 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 25), align 1
  %12 = insertvalue [8 x i8] %11, i8 %.unpack1.unpack13.unpack15, 1
  %.unpack1.unpack13.unpack16 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 26), align 1
  %13 = insertvalue [8 x i8] %12, i8 %.unpack1.unpack13.unpack16, 2
  %.unpack1.unpack13.unpack17 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 27), align 1
  %14 = insertvalue [8 x i8] %13, i8 %.unpack1.unpack13.unpack17, 3
  %.unpack1.unpack13.unpack18 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 28), align 1
  %15 = insertvalue [8 x i8] %14, i8 %.unpack1.unpack13.unpack18, 4
  %.unpack1.unpack13.unpack19 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 29), align 1
  %16 = insertvalue [8 x i8] %15, i8 %.unpack1.unpack13.unpack19, 5
  %.unpack1.unpack13.unpack20 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 30), align 1
  %17 = insertvalue [8 x i8] %16, i8 %.unpack1.unpack13.unpack20, 6
  %.unpack1.unpack13.unpack21 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 31), align 1
  %.unpack1.unpack1322 = insertvalue [8 x i8] %17, i8 %.unpack1.unpack13.unpack21, 7
  %.unpack114 = insertvalue %spirv.stride.16 %10, [8 x i8] %.unpack1.unpack1322, 1
  %18 = insertvalue [3 x %spirv.stride.16] %9, %spirv.stride.16 %.unpack114, 1
  %.unpack2.unpack = load ptr addrspace(5349), ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 32), align 1
  %19 = insertvalue %spirv.stride.16 poison, ptr addrspace(5349) %.unpack2.unpack, 0
  %.unpack2.unpack23.unpack = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 40), align 1
  %20 = insertvalue [8 x i8] poison, i8 %.unpack2.unpack23.unpack, 0
  %.unpack2.unpack23.unpack25 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 41), align 1
  %21 = insertvalue [8 x i8] %20, i8 %.unpack2.unpack23.unpack25, 1
  %.unpack2.unpack23.unpack26 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 42), align 1
  %22 = insertvalue [8 x i8] %21, i8 %.unpack2.unpack23.unpack26, 2
  %.unpack2.unpack23.unpack27 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 43), align 1
  %23 = insertvalue [8 x i8] %22, i8 %.unpack2.unpack23.unpack27, 3
  %.unpack2.unpack23.unpack28 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 44), align 1
  %24 = insertvalue [8 x i8] %23, i8 %.unpack2.unpack23.unpack28, 4
  %.unpack2.unpack23.unpack29 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 45), align 1
  %25 = insertvalue [8 x i8] %24, i8 %.unpack2.unpack23.unpack29, 5
  %.unpack2.unpack23.unpack30 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 46), align 1
  %26 = insertvalue [8 x i8] %25, i8 %.unpack2.unpack23.unpack30, 6
  %.unpack2.unpack23.unpack31 = load i8, ptr addrspace(12) getelementptr inbounds nuw (i8, ptr addrspace(12) @0, i32 47), align 1
  %.unpack2.unpack2332 = insertvalue [8 x i8] %26, i8 %.unpack2.unpack23.unpack31, 7
  %.unpack224 = insertvalue %spirv.stride.16 %19, [8 x i8] %.unpack2.unpack2332, 1
  %27 = insertvalue [3 x %spirv.stride.16] %18, %spirv.stride.16 %.unpack224, 2
  %28 = tail call spir_func [3 x ptr addrspace(5349)] @_Z19__spirv_CopyLogical11spirv.array([3 x %spirv.stride.16] %27), !spirv.Type !21
  %.elt = extractvalue [3 x ptr addrspace(5349)] %28, 0
  store ptr addrspace(5349) %.elt, ptr addrspace(11) @1, align 8
  %.elt33 = extractvalue [3 x ptr addrspace(5349)] %28, 1
  store ptr addrspace(5349) %.elt33, ptr addrspace(11) getelementptr inbounds nuw (i8, ptr addrspace(11) @1, i32 8), align 8
  %.elt34 = extractvalue [3 x ptr addrspace(5349)] %28, 2
  store ptr addrspace(5349) %.elt34, ptr addrspace(11) getelementptr inbounds nuw (i8, ptr addrspace(11) @1, i32 16), align 8
  ret void
}
declare spir_func [3 x ptr addrspace(5349)] @_Z19__spirv_CopyLogical11spirv.array([3 x %spirv.stride.16]) local_unnamed_addr #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { nounwind }
!spirv.EntryPoint = !{!5}
!spirv.ExecutionMode = !{!6}
!spirv.MemoryModel = !{!7}
!spirv.Capability = !{!8, !9}
!spirv.Struct = !{!10, !19}
!spirv.Generator = !{!22}
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!1, !4}
!4 = !{i32 33, i32 1}
!5 = !{i32 5, ptr @main, !"main", ptr addrspace(12) @0, ptr addrspace(11) @1}
!6 = !{ptr @main, i32 17, i32 1, i32 1, i32 1}
!7 = !{i32 5348, i32 1}
!8 = !{i32 1}
!9 = !{i32 5347}
!10 = !{%struct poison, !"", !11, !13}
!11 = !{!12}
!12 = !{i32 2}
!13 = !{i32 0, !"", !14, !16}
!14 = !{!15}
!15 = !{i32 35, i32 0}
!16 = !{!"array", i32 16, !17, null}
!17 = !{!"pointee", float poison, !18}
!18 = !{}
!19 = !{%struct.0 poison, !"", !11, !20}
!20 = !{i32 0, !"", !14, !21}
!21 = !{!"array", i32 8, !17, null}
!22 = !{i16 7, i16 0}
