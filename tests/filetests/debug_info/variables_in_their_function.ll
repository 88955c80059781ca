; The type of a function may lead to a variable in it, by the place of a dynamic array; a variable that no function is
; around is left out.
; COVERS: d_55
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; SHOW: module
target triple = "spir64-unknown-unknown"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !0, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !10}
!9 = !{!10}
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 32, elements: !42, dataLocation: !12)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = distinct !DILocalVariable(scope: !5, file: !1, type: !13, flags: DIFlagArtificial)
!13 = !DIBasicType(name: "integer*8", size: 64, encoding: DW_ATE_signed)
!42 = !{!43}
!43 = !DISubrange(count: 5)
