; Debug records of each kind that LLVM 16 has as a call.
define i32 @f(i32 %x, ptr %p) !dbg !5 {
    #dbg_value(i32 %x, !9, !DIExpression(), !10)
    #dbg_declare(ptr %p, !11, !DIExpression(), !10)
  %y = add i32 %x, 1, !dbg !10
    #dbg_value(!DIArgList(i32 %x, i32 %y), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
    #dbg_assign(i32 %y, !12, !DIExpression(), !13, ptr %p, !DIExpression(), !10)
  store i32 %y, ptr %p, align 4, !dbg !10, !DIAssignID !13
  br label %next, !dbg !10

next:
  %z = phi i32 [ %y, %0 ]
    #dbg_value(i32 7, !9, !DIExpression(), !10)
    #dbg_value(i32 %later, !9, !DIExpression(), !10)
    #dbg_label(!14, !10)
  %later = mul i32 %z, 3, !dbg !10
  ret i32 %later, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !6)
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!6 = !{!2, !2, !7}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !2, size: 64)
!9 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !2)
!10 = !DILocation(line: 3, column: 1, scope: !5)
!11 = !DILocalVariable(name: "w", scope: !5, file: !1, line: 2, type: !2)
!12 = !DILocalVariable(name: "u", scope: !5, file: !1, line: 2, type: !2)
!13 = distinct !DIAssignID()
!14 = !DILabel(scope: !5, name: "here", file: !1, line: 4)
