; nonsemantic-shader-200: a type was listed by its unit although another one in the list leads to it (random graph 11720 of seed 7)
target triple = "spir64-unknown-unknown"

@g1 = addrspace(1) global i32 1, align 4, !dbg !71

define spir_func i32 @f0(i32 %a) !dbg !40 {
  %slot = alloca i32, align 4
  %v0 = add i32 %a, 0, !dbg !42
    #dbg_value(i32 %v0, !45, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_stack_value), !46)
  %v1 = add i32 %v0, 1, !dbg !43
    #dbg_value(i32 poison, !49, !DIExpression(), !50)
  %v2 = add i32 %v1, 2, !dbg !47
  %v3 = add i32 %v2, 3, !dbg !55
    #dbg_value(i32 %v3, !64, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !65)
  %v4 = add i32 %v3, 4, !dbg !62
  ret i32 %v4
}

define spir_func i64 @long(i64 %a) {
  ret i64 %a
}

!llvm.dbg.cu = !{!14, !15}
!llvm.module.flags = !{!2, !3}
!14 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !11, producer: "random 0", isOptimized: true, runtimeVersion: 1, flags: "-O2 -g", emissionKind: DebugDirectivesOnly, splitDebugInlining: false, debugInfoForProfiling: true, rangesBaseAddress: true, retainedTypes: !{!16, !17, !19, !20, !21, !22, !24, !25, !27, !28, !29, !36, !37}, globals: !{!69, !71}, macros: !{!72, !73})
!15 = distinct !DICompileUnit(language: DW_LANG_Fortran08, file: !12, producer: "random 1", isOptimized: false, runtimeVersion: 0, flags: "-O2 -g", emissionKind: LineTablesOnly, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/root", sdk: "kit")
!2 = !{i32 7, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIFile(filename: "k0.cl", directory: "/src/include")
!12 = !DIFile(filename: "k1.cl", directory: "/src", checksumkind: CSK_SHA256, checksum: "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", source: "kernel void f() {}\0A")
!13 = !DIFile(filename: "k2.cl", directory: "/src", checksumkind: CSK_SHA256, checksum: "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", source: "kernel void f() {}\0A")
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DISubrange(count: 16)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 512, flags: DIFlagVector, elements: !{!18})
!19 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !17)
!20 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !16)
!21 = !DISubroutineType(types: !{!16})
!23 = !DIBasicType(name: "esigned", size: 32, encoding: DW_ATE_signed)
!22 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e5", file: !12, line: 77, baseType: !23, size: 32, elements: !{})
!24 = !DISubroutineType(types: !{null})
!26 = !DIDerivedType(tag: DW_TAG_member, name: "m0", scope: !25, file: !13, line: 45, baseType: !17, size: 32, offset: 0, flags: DIFlagBitField)
!25 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "s7", file: !12, line: 79, size: 256, flags: DIFlagTypePassByReference, elements: !{!26}, identifier: "_ZTS7")
!27 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !11, line: 88, size: 288, flags: DIFlagTypePassByValue, elements: !{})
!28 = !DISubroutineType(types: !{null, !21})
!30 = !DIDerivedType(tag: DW_TAG_member, name: "m0", scope: !29, file: !12, line: 88, baseType: !24, size: 32, offset: 0, flags: DIFlagPublic)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "m1", scope: !29, file: !11, line: 48, baseType: !17, size: 32, offset: 32, flags: DIFlagProtected | DIFlagArtificial)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "m2", scope: !29, file: !13, line: 11, baseType: !21, size: 32, offset: 64)
!33 = !DISubroutineType(types: !{null, !21, !22, !29})
!34 = !DISubprogram(name: "m3", linkageName: "_Z29m3", scope: !29, file: !11, line: 22, type: !33, scopeLine: 22, flags: DIFlagPrototyped | DIFlagLValueReference, spFlags: DISPFlagOptimized)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "m4", scope: !29, file: !13, line: 15, baseType: !28, size: 32, offset: 128)
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s10", scope: !25, file: !13, line: 49, size: 352, flags: DIFlagTypePassByValue, elements: !{!30, !31, !32, !34, !35}, identifier: "_ZTS10")
!36 = !DIDerivedType(tag: DW_TAG_rvalue_reference_type, baseType: null, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer, dwarfAddressSpace: 3)
!38 = !DISubrange(lowerBound: 1, upperBound: 9)
!37 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, elements: !{!38}, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 16, DW_OP_deref))
!39 = !DISubroutineType(types: !{!16, !22, !36, !20})
!40 = distinct !DISubprogram(name: "f0", linkageName: "_Zf0", scope: !12, file: !12, line: 6, type: !39, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !14, retainedNodes: !{!67})
!41 = distinct !DILexicalBlock(scope: !40, file: !11, line: 28, column: 4)
!42 = !DILocation(line: 62, column: 7, scope: !40)
!43 = !DILocation(line: 2, column: 35, scope: !40)
!45 = !DILocalVariable(name: "l44", scope: !41, file: !11, line: 71, type: !20)
!46 = !DILocation(line: 3, column: 1, scope: !40)
!47 = !DILocation(line: 60, column: 15, scope: !40)
!49 = !DILocalVariable(name: "l48", arg: 48, scope: !40, file: !13, line: 27, type: !36)
!50 = !DILocation(line: 3, column: 1, scope: !40)
!51 = distinct !DILocation(line: 85, column: 6, scope: !41)
!53 = !DISubroutineType(types: !{!16})
!54 = distinct !DISubprogram(name: "inlined52", linkageName: "_Zinlined52", scope: !13, file: !13, line: 23, type: !53, scopeLine: 24, flags: DIFlagPrototyped | DIFlagArtificial, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !14, targetFuncName: "t")
!55 = !DILocation(line: 85, column: 19, scope: !54, inlinedAt: !51)
!56 = distinct !DILocation(line: 15, column: 8, scope: !40)
!58 = !DITemplateValueParameter(name: "N0", type: !16, value: i32 0)
!59 = !DITemplateValueParameter(name: "N1", type: !16, value: i32 1)
!60 = !DISubroutineType(types: !{!16, !16, !37})
!61 = distinct !DISubprogram(name: "inlined57", linkageName: "_Zinlined57", scope: !12, file: !12, line: 21, type: !60, scopeLine: 22, flags: DIFlagPrototyped | DIFlagArtificial, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !14, templateParams: !{!58, !59})
!62 = !DILocation(line: 15, column: 2, scope: !61, inlinedAt: !56)
!64 = !DILocalVariable(name: "l63", scope: !41, file: !12, line: 56, type: !20)
!65 = !DILocation(line: 3, column: 1, scope: !40)
!67 = !DILocalVariable(name: "l66", scope: !41, file: !12, line: 67, type: !27, flags: DIFlagArtificial)
!68 = distinct !DIGlobalVariable(name: "g0", scope: !14, file: !11, line: 1, type: !27, isLocal: true, isDefinition: true)
!69 = !DIGlobalVariableExpression(var: !68, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!70 = distinct !DIGlobalVariable(name: "g1", scope: !14, file: !12, line: 2, type: !24, isLocal: true, isDefinition: true)
!71 = !DIGlobalVariableExpression(var: !70, expr: !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef))
!72 = !DIMacro(type: DW_MACINFO_define, line: 0, name: "M0")
!73 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "M1", value: "1")

