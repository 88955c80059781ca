target triple = "spir64"

define spir_func i32 @f(i32 %x) !dbg !4 {
  %y = add i32 %x, 1, !dbg !7, !annotation !{null, null}
  ret i32 %y, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !8, !9}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "null.cl", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0)
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !{i32 5, !"a", null}
!9 = !{i32 3, !"b", !{null, null}}
