; What random graphs of debug information found: enumerations that are declared only, the names of what is split off of
; two units, templates that are members, arrays of pointers to members, dimensions with lower bounds, composites without
; a size, address spaces of variables.
; COVERS: d_15 d_19 d_20 d_23 d_24 d_28 d_29 d_49 d_103
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global i32 1, align 4, !dbg !40

define spir_func void @f() !dbg !5 {
  call spir_func void @outside(), !dbg !7
  ret void, !dbg !7
}

declare !dbg !8 spir_func void @outside()

!llvm.dbg.cu = !{!0, !50}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, splitDebugFilename: "k.dwo", emissionKind: FullDebug, retainedTypes: !9, globals: !41, dwoId: 77, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !DISubprogram(name: "outside", scope: !1, file: !1, line: 20, type: !6, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!9 = !{!11, !12, !20, !30, !33, !34}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "declared", file: !1, line: 2, baseType: !10, flags: DIFlagFwdDecl)
!12 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", file: !1, line: 3, size: 32, elements: !13, identifier: "_ZTS1C")
!13 = !{!14}
!14 = !DISubprogram(name: "get<int>", linkageName: "_ZN1C3getIiEEvv", scope: !12, file: !1, line: 4, type: !6, scopeLine: 4, flags: DIFlagPrototyped, spFlags: 0, templateParams: !15)
!15 = !{!16}
!16 = !DITemplateTypeParameter(name: "T", type: !10)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, elements: !22)
!21 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !10, extraData: !12)
!22 = !{!23}
!23 = !DISubrange(count: 4)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 192, elements: !31)
!31 = !{!32, !35}
!32 = !DISubrange(count: 2, lowerBound: 1)
!33 = !DICompositeType(tag: DW_TAG_structure_type, name: "@opaque", file: !1, line: 5)
!34 = !DICompositeType(tag: DW_TAG_structure_type, name: "empty", file: !1, line: 6, elements: !{})
!35 = !DISubrange(count: 3)
!40 = !DIGlobalVariableExpression(var: !42, expr: !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef))
!41 = !{!40}
!42 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 7, type: !10, isLocal: false, isDefinition: true)
!50 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, splitDebugFilename: "k.dwo", emissionKind: FullDebug, dwoId: 77, splitDebugInlining: false, nameTableKind: None)
