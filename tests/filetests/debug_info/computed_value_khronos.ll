; In Khronos mode the value of a variable may be computed of constants.
; RUN: forward khronos
; RUN: roundtrip khronos
; RUN: forward
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @k() !dbg !5 {
    #dbg_value(<2 x i16> <i16 add (i16 extractelement (<4 x i16> bitcast (<2 x i32> <i32 65793, i32 2> to <4 x i16>), i32 0), i16 3), i16 undef>, !8, !DIExpression(), !10)
    #dbg_value(i16 extractelement (<4 x i16> bitcast (<2 x i32> <i32 65793, i32 2> to <4 x i16>), i32 1), !9, !DIExpression(), !10)
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/d")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!6 = !DISubroutineType(types: !11)
!7 = !{!8, !9}
!8 = !DILocalVariable(name: "pair", scope: !5, file: !1, line: 2, type: !12)
!9 = !DILocalVariable(name: "half", scope: !5, file: !1, line: 3, type: !12)
!10 = !DILocation(line: 4, column: 1, scope: !5)
!11 = !{null}
!12 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
