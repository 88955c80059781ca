; Values of template parameters and of static members are constants of types that the module has, or words: debug
; information adds no capability, and spirv-val takes no other constants. They come back as wide as their type.
; COVERS: d_02 d_21 d_25
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, templateParams: !20)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!9 = !{!30}
!10 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!12 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!20 = !{!21, !22, !23, !24, !25, !26}
!21 = !DITemplateValueParameter(name: "T", type: !8, value: i1 true)
!22 = !DITemplateValueParameter(name: "F", type: !8, value: i1 false)
!23 = !DITemplateValueParameter(name: "C", type: !10, value: i8 -3)
!24 = !DITemplateValueParameter(name: "L", type: !11, value: i64 -5)
!25 = !DITemplateValueParameter(name: "M", type: !11, value: i64 -4294967297)
!26 = !DITemplateValueParameter(name: "P", type: !11, value: ptr null)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 2, size: 8, elements: !31, identifier: "S")
!31 = !{!32, !33, !34, !35}
!32 = !DIDerivedType(tag: DW_TAG_variable, name: "c", scope: !30, file: !1, line: 3, baseType: !14, flags: DIFlagStaticMember, extraData: i8 120)
!33 = !DIDerivedType(tag: DW_TAG_variable, name: "x", scope: !30, file: !1, line: 4, baseType: !12, flags: DIFlagStaticMember, extraData: float 1.500000e+00)
!34 = !DIDerivedType(tag: DW_TAG_variable, name: "d", scope: !30, file: !1, line: 5, baseType: !13, flags: DIFlagStaticMember, extraData: double 1.500000e+00)
!35 = !DIDerivedType(tag: DW_TAG_variable, name: "b", scope: !30, file: !1, line: 6, baseType: !8, flags: DIFlagStaticMember, extraData: i1 true)
