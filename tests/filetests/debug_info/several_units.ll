; Units in another order than what belongs to them.
; COVERS: d_305
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

@g = addrspace(1) global i32 1, align 4, !dbg !20

define spir_func void @second() !dbg !8 {
  ret void, !dbg !9
}

define spir_func void @first() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0, !10}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang 1", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, producer: "clang 2", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !22)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!11 = !DIFile(filename: "l.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !12)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = distinct !DISubprogram(name: "second", scope: !11, file: !11, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !10)
!9 = !DILocation(line: 1, column: 1, scope: !8)
!12 = !{null}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: !10, file: !11, line: 9, type: !23, isLocal: false, isDefinition: true)
!22 = !{!20}
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
