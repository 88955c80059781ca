; Each set, lines alone, and none.
; NO-VAL: SPIRV-Tools takes SPIRV.debug for no set.
; COMPLAINT: Invalid extended instruction import 'SPIRV.debug'
; COVERS: d_06 d_200 d_205
; RUN: forward
; RUN: forward --spirv-debug-info-version=legacy
; RUN: forward --spirv-debug-info-version=lines
; RUN: forward --spirv-debug-info-version=none
; RUN: roundtrip --spirv-debug-info-version=legacy
; RUN: roundtrip --spirv-debug-info-version=lines
; RUN: roundtrip --spirv-debug-info-version=none
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
