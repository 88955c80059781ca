; Arrays of one and more dimensions, of unknown length, with bounds; vectors.
; COVERS: d_15 d_16 d_54 d_103 d_109 d_143
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !4 !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !11, !13, !16, !18, !20}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, elements: !12)
!12 = !{!30}
!30 = !DISubrange(count: 4)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 192, elements: !14)
!14 = !{!31, !32}
!31 = !DISubrange(count: 2)
!32 = !DISubrange(count: 3)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !17)
!17 = !{!33}
!33 = !DISubrange(count: -1)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 160, elements: !19)
!19 = !{!34}
!34 = !DISubrange(lowerBound: 1, upperBound: 5)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, flags: DIFlagVector, elements: !12)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 512, flags: DIFlagVector, elements: !23)
!23 = !{!35}
!35 = !DISubrange(count: 16)
