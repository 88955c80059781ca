; Enumerations: values of either sign, a declaration, one of a class.
; COVERS: d_19 d_105 d_135 d_137
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !4 !dbg !5 {
  %wide = add i64 0, 1
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, enums: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !20, !22, !24}
!9 = !{!20, !22, !24, !26}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "uint", size: 32, encoding: DW_ATE_unsigned)
!12 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "plain", file: !1, line: 3, baseType: !11, size: 32, elements: !21)
!21 = !{!30, !31}
!22 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "signed", file: !1, line: 4, baseType: !10, size: 32, flags: DIFlagEnumClass, elements: !23)
!23 = !{!32, !33}
!24 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "declared", file: !1, line: 5, flags: DIFlagFwdDecl)
!26 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "wide", file: !1, line: 6, baseType: !12, size: 64, elements: !27)
!27 = !{!34, !35}
!30 = !DIEnumerator(name: "zero", value: 0, isUnsigned: true)
!31 = !DIEnumerator(name: "most", value: 4294967295, isUnsigned: true)
!32 = !DIEnumerator(name: "minus", value: -3)
!33 = !DIEnumerator(name: "plus", value: 3)
!34 = !DIEnumerator(name: "huge", value: 1099511627776)
!35 = !DIEnumerator(name: "less", value: -1099511627776)
