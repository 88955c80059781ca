target triple = "spir64"

define spir_func void @f() !dbg !4 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0, !0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "twice.cl", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 2, column: 3, scope: !4)
