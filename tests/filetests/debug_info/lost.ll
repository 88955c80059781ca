; What some sets or all of them lack: labels, modules, strings, dynamic arrays, ranges of ranks, common blocks.
; COVERS: d_209 d_52 d_53 d_55 d_56 d_63 d_95 d_97 d_104 d_107 d_118
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
    #dbg_label(!20, !7)
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !11, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !21)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !{!12, !13, !16, !18}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIModule(scope: !0, name: "mod", configMacros: "-DX", includePath: "/inc", file: !1, line: 2)
!12 = !DIStringType(name: "character(5)", size: 40)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !14, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
!14 = !{!15}
!15 = !DISubrange(lowerBound: 1, upperBound: 9, stride: 4)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !17, rank: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
!17 = !{!19}
!18 = !DIDerivedType(tag: DW_TAG_friend, baseType: !10)
!19 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_push_object_address, DW_OP_deref), upperBound: !DIExpression(DW_OP_push_object_address, DW_OP_deref), stride: !DIExpression(DW_OP_constu, 4))
!20 = !DILabel(scope: !5, name: "here", file: !1, line: 1)
!21 = !{!20}
