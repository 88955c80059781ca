declare i32 @stop()

define i32 @f(i1 %c, i32 %x) !dbg !4 {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
    #dbg_value(i32 %x, !7, !DIExpression(), !6)
  %end = call i32 @stop(), !dbg !6
    #dbg_value(i32 %end, !7, !DIExpression(), !6)
  %y = add i32 %end, 1
  br i1 %c, label %right, label %alone

alone:                                            ; preds = %left
  %p = phi i32 [ %y, %left ]
  ret i32 %p

right:                                            ; preds = %left, %entry
  %q = phi i32 [ %x, %entry ], [ %y, %left ]
  ret i32 %q
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{null}
!6 = !DILocation(line: 2, column: 3, scope: !4)
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
