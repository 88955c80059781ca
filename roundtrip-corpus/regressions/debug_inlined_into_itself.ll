target triple = "spir64-unknown-unknown"
define spir_func void @f() !dbg !4 {
  ret void, !dbg !5
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "p", globals: !3)
!2 = !DIFile(filename: "a.cl", directory: "/")
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !6, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !{})
!3 = !{}
!5 = distinct !DILocation(line: 1, scope: !4, inlinedAt: !5)
