; What other translators lose: columns of inlined calls, the expression of a global variable, a function without a type,
; an empty text of a source, a place that ends.
; COVERS: d_145 d_304
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %x) !dbg !5 {
    #dbg_value(i32 %x, !10, !DIExpression(), !7)
  %y = add i32 %x, 1, !dbg !8
    #dbg_value(i32 poison, !10, !DIExpression(), !7)
  ret i32 %y, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !13, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 4, type: !15, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 2, column: 3, scope: !5)
!8 = !DILocation(line: 5, column: 7, scope: !6, inlinedAt: !9)
!9 = distinct !DILocation(line: 2, column: 11, scope: !5)
!10 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1, type: !11)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!14}
!14 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression(DW_OP_constu, 5, DW_OP_stack_value))
!15 = !DISubroutineType(types: !16)
!16 = !{null}
!17 = distinct !DIGlobalVariable(name: "five", scope: !0, file: !1, line: 9, type: !11, isLocal: true, isDefinition: true)
