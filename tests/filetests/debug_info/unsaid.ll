; What no set can say of classes is counted: who holds the virtual table, places of virtual methods, virtual inheritance, defaults of
; template parameters.
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: forward --spirv-debug-info-version=ocl-100
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global i64 0, !dbg !20

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !22)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, flags: DIFlagNoReturn | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", file: !1, line: 2, size: 64, elements: !9, vtableHolder: !8, identifier: "Base")
!9 = !{!10}
!10 = !DISubprogram(name: "go", linkageName: "_ZN4Base2goEv", scope: !8, file: !1, line: 3, type: !6, scopeLine: 3, containingType: !8, virtualIndex: 1, spFlags: DISPFlagVirtual)
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<int>", file: !1, line: 4, size: 64, elements: !12, vtableHolder: !8, templateParams: !14, identifier: "Box")
!12 = !{!13}
!13 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !11, baseType: !8, flags: DIFlagPublic | DIFlagVirtual, extraData: i32 0)
!14 = !{!15}
!15 = !DITemplateTypeParameter(name: "T", type: !16, defaulted: true)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 5, type: !11, isLocal: false, isDefinition: true)
!22 = !{!20}
