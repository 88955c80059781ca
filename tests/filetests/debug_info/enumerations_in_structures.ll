; An enumeration that a structure declares and has a member of; the structure is listed the first time, and the enumeration
; the second.
; NO-VAL: SPIRV-Tools takes SPIRV.debug for no set.
; COMPLAINT: Invalid extended instruction import 'SPIRV.debug'
; COVERS: d_19 d_154
; RUN: roundtrip --spirv-debug-info-version=legacy
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, nameTableKind: None)
!1 = !DIFile(filename: "k.clcpp", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!5}
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "outer", file: !1, line: 1, size: 64, elements: !6, templateParams: !{}, identifier: "outer")
!6 = !{!7, !8}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "box", scope: !5, file: !1, line: 2, baseType: !9, size: 32)
!8 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !5, file: !1, line: 3, baseType: !10, size: 32, offset: 32)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box", scope: !5, file: !1, line: 4, size: 32, elements: !11, identifier: "box")
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{!12}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !9, file: !1, line: 5, baseType: !13, size: 8)
!13 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", scope: !9, file: !1, line: 6, size: 8, elements: !14)
!14 = !{!DIEnumerator(name: "one", value: 1)}
