; Sizes, offsets and enumerators of more than 32 bits in a module without 64-bit integers; and alignments, which no set has.
; COVERS: d_105 d_119 d_135 d_209
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %x) !dbg !5 {
    #dbg_value(i32 %x, !40, !DIExpression(), !41)
  ret void, !dbg !41
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9, enums: !15)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!8 = !{null, !10}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!20}
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!12 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "wide", file: !1, line: 6, baseType: !11, size: 64, elements: !13)
!13 = !{!14, !16, !17, !18}
!14 = !DIEnumerator(name: "huge", value: 1099511627776)
!15 = !{!12}
!16 = !DIEnumerator(name: "most", value: 4294967295)
!17 = !DIEnumerator(name: "less", value: -1)
!18 = !DIEnumerator(name: "widest", value: 170141183460469231731687303715884105727)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "large", file: !1, line: 3, size: 68719476736, elements: !21, identifier: "large")
!21 = !{!22}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "last", scope: !20, file: !1, line: 4, baseType: !10, size: 32, align: 64, offset: 68719476704)
!40 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1, type: !10, align: 128)
!41 = !DILocation(line: 2, column: 1, scope: !5)
