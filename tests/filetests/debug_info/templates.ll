; Parameters of templates of a class and of a function: types, values, packs and templates.
; COVERS: d_24 d_25 d_26 d_27 d_116
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f<int, 3>", linkageName: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, templateParams: !20)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !10}
!9 = !{!30}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !{!21, !22}
!21 = !DITemplateTypeParameter(name: "T", type: !10)
!22 = !DITemplateValueParameter(name: "N", type: !10, value: i32 3)
!30 = !DICompositeType(tag: DW_TAG_structure_type, name: "box<int>", file: !1, line: 3, size: 32, elements: !31, templateParams: !33, identifier: "_ZTS3boxIiE")
!31 = !{!32}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "held", scope: !30, file: !1, line: 4, baseType: !10, size: 32)
!33 = !{!21, !34, !36}
!34 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "Rest", value: !35)
!35 = !{!37}
!36 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "Box", value: !"other")
!37 = !DITemplateTypeParameter(type: !10)
