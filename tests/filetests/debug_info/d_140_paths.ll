; Paths of files: with a directory, absolute, with separators of their own, of Windows, without a directory, and names in brackets.
; COVERS: d_140 d_110
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {

  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !9, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null}
!9 = !{!11, !12, !13, !14, !15, !16, !17}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "A", file: !21, line: 1, size: 32, elements: !30, identifier: "A")
!12 = !DICompositeType(tag: DW_TAG_structure_type, name: "B", file: !22, line: 1, size: 32, elements: !30, identifier: "B")
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "C", file: !23, line: 1, size: 32, elements: !30, identifier: "C")
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "D", file: !24, line: 1, size: 32, elements: !30, identifier: "D")
!15 = !DICompositeType(tag: DW_TAG_structure_type, name: "E", file: !25, line: 1, size: 32, elements: !30, identifier: "E")
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "F", file: !26, line: 1, size: 32, elements: !30, identifier: "F")
!17 = !DICompositeType(tag: DW_TAG_structure_type, name: "G", file: !27, line: 1, size: 32, elements: !30, identifier: "G")
!21 = !DIFile(filename: "/usr/include/a.h", directory: "/src")
!22 = !DIFile(filename: "include/b.h", directory: "/src")
!23 = !DIFile(filename: "C:\\sdk\\c.h", directory: "D:\\work")
!24 = !DIFile(filename: "d.h", directory: "")
!25 = !DIFile(filename: "<stdin>", directory: "/src")
!26 = !DIFile(filename: "<built-in>", directory: "")
!27 = !DIFile(filename: "../g.h", directory: "/src/sub")
!30 = !{}
