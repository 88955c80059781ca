; Debug information whose instructions came back in another order: enumerations that no unit lists or that are listed as
; types, a variable that is kept and recorded, a global variable that no unit lists, one file with and without a
; checksum, a static member that its class does not list.
target triple = "spir64-unknown-unknown"

@listed = addrspace(1) global i32 0, !dbg !20
@attached = addrspace(1) global i32 0, !dbg !22

define spir_func i32 @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !31, !DIExpression(), !33)
  ret i32 %a, !dbg !33
}

define spir_func void @g() !dbg !40 {
  ret void, !dbg !42
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", emissionKind: FullDebug, enums: !{!10}, retainedTypes: !{!14, !12}, globals: !{!20})
!3 = !DIFile(filename: "a.cpp", directory: "/src")
!4 = !DIFile(filename: "a.h", directory: "/src", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000001")
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !3, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !{!30, !31, !32})
!6 = !DISubroutineType(types: !{!7, !7})
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIFile(filename: "a.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000002")
!9 = !{}
!10 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "first", file: !4, line: 1, baseType: !7, size: 32, elements: !{!11})
!11 = !DIEnumerator(name: "one", value: 1)
!12 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "second", file: !8, line: 2, baseType: !7, size: 32, elements: !{!11})
!13 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "third", file: !3, line: 3, baseType: !7, size: 32, elements: !{!11})
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 4, size: 32, elements: !{!15})
!15 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !14, file: !3, line: 5, baseType: !10, size: 32)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Left", file: !3, line: 6, size: 32, elements: !{!17})
!17 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !16, file: !3, line: 7, baseType: !13, size: 32)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "_vtable$", scope: !16, file: !3, baseType: !7, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "listed", scope: !2, file: !3, type: !7, isLocal: false, isDefinition: true, declaration: !18)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "attached", scope: !2, file: !8, line: 8, type: !24, isLocal: false, isDefinition: true)
!24 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!30 = !DILocalVariable(name: "b", scope: !5, file: !3, line: 2, type: !25)
!25 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!31 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !3, line: 1, type: !26)
!26 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !7)
!32 = !DILocalVariable(name: "c", scope: !5, file: !3, line: 3, type: !27)
!27 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !13)
!33 = !DILocation(line: 4, column: 3, scope: !5)
!40 = distinct !DISubprogram(name: "g", scope: !2, file: !4, line: 9, type: !41, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !2)
!41 = !DISubroutineType(types: !{null})
!42 = !DILocation(line: 10, column: 1, scope: !40)
