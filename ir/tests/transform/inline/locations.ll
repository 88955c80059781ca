; Locations, records and loops of what is inlined twice.
declare void @take(i32)

define internal void @inner(i32 %x) alwaysinline !dbg !5 {
  #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %y = add i32 %x, %x, !dbg !9
  #dbg_value(!DIArgList(i32 %x, i32 %y), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
  call void @take(i32 %y), !dbg !10
  br label %loop, !dbg !10
loop:
  %i = phi i32 [ 0, %0 ], [ %n, %loop ]
  %n = add i32 %i, 1, !dbg !10
  %c = icmp eq i32 %n, %x
  br i1 %c, label %out, label %loop, !dbg !10, !llvm.loop !15
out:
  ret void, !dbg !10
}

define internal void @middle(i32 %x) alwaysinline !dbg !11 {
  call void @inner(i32 %x), !dbg !12
  ret void, !dbg !12
}

define void @outer(i32 %x) !dbg !13 {
  call void @middle(i32 %x), !dbg !14
  call void @middle(i32 3), !dbg !14
  ret void, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !6)
!9 = !DILocation(line: 2, column: 3, scope: !5)
!10 = !DILocation(line: 3, column: 3, scope: !5)
!11 = distinct !DISubprogram(name: "middle", scope: !1, file: !1, line: 11, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!12 = !DILocation(line: 12, column: 3, scope: !11)
!13 = distinct !DISubprogram(name: "outer", scope: !1, file: !1, line: 21, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!14 = !DILocation(line: 22, column: 3, scope: !13)
!15 = distinct !{!15, !10, !10, !16}
!16 = !{!"llvm.loop.mustprogress"}
