; nonsemantic-shader-100: a composite was written again as a declaration in front of itself (random graph 935 of seed 1)
target triple = "spir64-unknown-unknown"


define spir_func i32 @f0(i32 %a) !dbg !38 {
  %slot = alloca i32, align 4
  %v0 = add i32 %a, 0, !dbg !40
  %v1 = add i32 %v0, 1, !dbg !53
  ret i32 %v1
}

define spir_func i32 @f1(i32 %a) !dbg !57 {
  %slot = alloca i32, align 4
    #dbg_value(i32 %a, !72, !DIExpression(DW_OP_constu, 3, DW_OP_minus, DW_OP_stack_value), !73)
  %v0 = add i32 %a, 0, !dbg !70
    #dbg_value(i32 %v0, !76, !DIExpression(), !77)
  %v1 = add i32 %v0, 1, !dbg !74
  ret i32 %v1
}

define spir_func i32 @f2(i32 %a) !dbg !82 {
  %slot = alloca i32, align 4
    #dbg_declare(ptr %slot, !88, !DIExpression(DW_OP_plus_uconst, 8), !89)
  %v0 = add i32 %a, 0, !dbg !86
  %v1 = add i32 %v0, 1, !dbg !90
    #dbg_value(i32 42, !92, !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !93)
  %v2 = add i32 %v1, 2
  ret i32 %v2
}

define spir_func i64 @long(i64 %a) {
  ret i64 %a
}

!llvm.dbg.cu = !{!14, !15}
!llvm.module.flags = !{!2, !3}
!14 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !11, producer: "random 0", isOptimized: false, runtimeVersion: 0, flags: "-O2 -g", emissionKind: LineTablesOnly, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: None, rangesBaseAddress: true, retainedTypes: !{!17, !18, !20, !21, !27, !28, !29, !30, !31}, imports: !{!98})
!15 = distinct !DICompileUnit(language: DW_LANG_Fortran08, file: !12, producer: "random 1", isOptimized: false, runtimeVersion: 1, flags: "-O2 -g", emissionKind: FullDebug, nameTableKind: Apple, rangesBaseAddress: true, sysroot: "/root", sdk: "kit")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIFile(filename: "k0.cl", directory: "/src", source: "kernel void f() {}\0A")
!12 = !DIFile(filename: "k1.cl", directory: ".")
!13 = !DIFile(filename: "k2.cl", directory: "/src")
!16 = !DINamespace(name: "n0", scope: null, exportSymbols: false)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !DISubrange(count: 2)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 64, flags: DIFlagVector, elements: !{!19})
!20 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "s2", scope: !16, file: !12, line: 48, size: 96, flags: DIFlagTypePassByValue, elements: !{})
!22 = !DIDerivedType(tag: DW_TAG_member, name: "m0", scope: !21, file: !13, line: 12, baseType: !21, size: 32, offset: 0, flags: DIFlagProtected | DIFlagArtificial)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "m1", scope: !21, file: !11, line: 6, baseType: !21, size: 32, offset: 32, flags: DIFlagPrivate)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "m2", scope: !21, file: !12, line: 75, baseType: !21, size: 32, offset: 64, flags: DIFlagProtected | DIFlagArtificial)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "m3", scope: !21, file: !12, line: 26, baseType: !17, size: 32, offset: 96, flags: DIFlagProtected | DIFlagArtificial)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "m4", scope: !21, file: !13, line: 79, baseType: !20, size: 32, offset: 128, flags: DIFlagPublic)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s3", scope: !16, file: !11, line: 81, size: 128, flags: DIFlagPrivate, elements: !{!22, !23, !24, !25, !26})
!27 = !DIBasicType(name: "b4", size: 8, encoding: DW_ATE_unsigned)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, dwarfAddressSpace: 3)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "t6", scope: !20, file: !12, line: 21, baseType: !28)
!30 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !20)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "m0", scope: !31, file: !11, line: 14, baseType: !30, size: 32, offset: 0, flags: DIFlagPrivate)
!33 = !DISubroutineType(types: !{!17, !17, !27, null})
!34 = !DISubprogram(name: "m1", linkageName: "_Z31m1", scope: !31, file: !13, line: 30, type: !33, scopeLine: 30, flags: DIFlagPrototyped | DIFlagLValueReference, spFlags: 0)
!35 = !DITemplateTypeParameter(name: "T0", type: !17)
!36 = !DITemplateValueParameter(name: "N1", type: !17, value: i32 1)
!31 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !13, line: 44, size: 288, flags: DIFlagTypePassByReference, elements: !{!32, !34}, templateParams: !{!35, !36})
!37 = !DISubroutineType(types: !{!17, !29})
!38 = distinct !DISubprogram(name: "f0", linkageName: "_Zf0", scope: !31, file: !13, line: 1, type: !37, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagLocalToUnit, unit: !14, declaration: !34)
!39 = distinct !DILexicalBlock(scope: !38, file: !12, line: 12, column: 19)
!40 = !DILocation(line: 77, column: 31, scope: !39)
!41 = distinct !DILocation(line: 79, column: 1, scope: !38)
!43 = !DITemplateValueParameter(name: "N0", type: !17, value: i32 0)
!44 = !DITemplateValueParameter(name: "L1", type: !17, value: i64 -5)
!45 = !DISubroutineType(types: !{!17, !18, !18, !18})
!46 = distinct !DISubprogram(name: "inlined42", linkageName: "_Zinlined42", scope: !16, file: !12, line: 15, type: !45, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !14, templateParams: !{!43, !44})
!47 = !DILexicalBlockFile(scope: !46, file: !11, discriminator: 33)
!48 = distinct !DILocation(line: 79, column: 0, scope: !47, inlinedAt: !41)
!50 = !DISubroutineType(types: !{!17})
!51 = distinct !DISubprogram(name: "inlined49", linkageName: "_Zinlined49", scope: !11, file: !11, line: 46, type: !50, scopeLine: 47, flags: DIFlagExplicit, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !14)
!52 = distinct !DILexicalBlock(scope: !51, file: !13, line: 14, column: 15)
!53 = !DILocation(line: 79, column: 12, scope: !52, inlinedAt: !48)
!54 = !DITemplateTypeParameter(name: "T0", type: !17)
!55 = !DITemplateValueParameter(name: "N1", type: !17, value: i32 1)
!56 = !DISubroutineType(types: !{!17, !21, !20, !18})
!57 = distinct !DISubprogram(name: "f1", linkageName: "_Zf1", scope: !12, file: !12, line: 9, type: !56, scopeLine: 10, flags: DIFlagExplicit, spFlags: DISPFlagDefinition, unit: !15, templateParams: !{!54, !55}, retainedNodes: !{!79, !80})
!58 = distinct !DILexicalBlock(scope: !57, file: !13, line: 30, column: 8)
!59 = distinct !DILexicalBlock(scope: !58, file: !12, line: 34, column: 17)
!60 = distinct !DILexicalBlock(scope: !57, file: !13, line: 1, column: 19)
!61 = distinct !DILocation(line: 23, column: 2, scope: !59)
!63 = !DISubroutineType(types: !{!17, !18, !21, !18})
!64 = distinct !DISubprogram(name: "inlined62", linkageName: "_Zinlined62", scope: !11, file: !11, line: 46, type: !63, scopeLine: 47, flags: DIFlagExplicit, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !15)
!65 = distinct !DILocation(line: 23, column: 5, scope: !64, inlinedAt: !61)
!67 = !DITemplateTypeParameter(name: "T0", type: !17)
!68 = !DISubroutineType(types: !{!17, !17, !27})
!69 = distinct !DISubprogram(name: "inlined66", linkageName: "_Zinlined66", scope: !11, file: !11, line: 64, type: !68, scopeLine: 65, flags: DIFlagExplicit, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !15, templateParams: !{!67})
!70 = !DILocation(line: 23, column: 29, scope: !69, inlinedAt: !65)
!72 = !DILocalVariable(name: "l71", scope: !60, file: !11, line: 44, type: !27, flags: DIFlagArtificial)
!73 = !DILocation(line: 3, column: 1, scope: !57)
!74 = !DILocation(line: 46, column: 13, scope: !59)
!76 = !DILocalVariable(name: "l75", scope: !60, file: !11, line: 27, type: !21, flags: DIFlagArtificial)
!77 = !DILocation(line: 3, column: 1, scope: !57)
!79 = !DILocalVariable(name: "l78", scope: !60, file: !11, line: 24, type: !21)
!80 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "i19", scope: !59, entity: !38, file: !13, line: 19)
!81 = !DISubroutineType(types: !{!17})
!82 = distinct !DISubprogram(name: "f2", linkageName: "_Zf2", scope: !11, file: !11, line: 14, type: !81, scopeLine: 15, flags: DIFlagPrototyped | DIFlagArtificial, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !{!95, !97})
!83 = distinct !DILexicalBlock(scope: !82, file: !11, line: 30, column: 15)
!84 = distinct !DILexicalBlock(scope: !83, file: !12, line: 18, column: 2)
!85 = !DILexicalBlockFile(scope: !82, file: !11, discriminator: 11)
!86 = !DILocation(line: 70, column: 4, scope: !83)
!88 = !DILocalVariable(name: "l87", scope: !84, file: !11, line: 34, type: !28, flags: DIFlagArtificial)
!89 = !DILocation(line: 3, column: 1, scope: !82)
!90 = !DILocation(line: 13, column: 32, scope: !84)
!92 = !DILocalVariable(name: "l91", scope: !83, file: !11, line: 32, type: !31, flags: DIFlagArtificial | DIFlagObjectPointer)
!93 = !DILocation(line: 3, column: 1, scope: !82)
!95 = !DILocalVariable(name: "l94", scope: !85, file: !11, line: 54, type: !20)
!97 = !DILocalVariable(name: "l96", arg: 96, scope: !82, file: !12, line: 18, type: !28, flags: DIFlagArtificial | DIFlagObjectPointer)
!98 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !16, entity: !31, file: !12, line: 6)

