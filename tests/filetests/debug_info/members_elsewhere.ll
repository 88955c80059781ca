; A member whose scope is a file is in the composite that lists it; a method that is listed as a definition is a
; declaration there; a variadic parameter and a variable of no type are `DebugInfoNone`.
; COVERS: d_18 d_20 d_21
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !40, !DIExpression(), !7)
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", linkageName: "_ZN1S1fEv", scope: !30, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null, !11, null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !{!30}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 2, size: 32, elements: !31, identifier: "S")
!31 = !{!32, !5}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !1, file: !1, line: 3, baseType: !11, size: 32)
!40 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1)
