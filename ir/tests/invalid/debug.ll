; Each part is a module that breaks one rule: the message that is expected, then the module. `#` stands for a unit and its file.
;;; points at wrong subprogram
define void @f() !dbg !1 {
  ret void, !dbg !3
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!2 = distinct !DISubprogram(name: "g", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 1, scope: !2)
#
;;; attached to more than one function
define void @f() !dbg !1 { ret void }
define void @g() !dbg !1 { ret void }
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
#
;;; mismatched subprogram between #dbg record variable and DILocation
define void @f(i32 %x) !dbg !1 {
  #dbg_value(i32 %x, !4, !DIExpression(), !3)
  ret void
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!2 = distinct !DISubprogram(name: "g", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 1, scope: !1)
!4 = !DILocalVariable(name: "x", scope: !2, file: !101)
#
;;; conflicting debug info for argument
define void @f(i32 %x) !dbg !1 {
  #dbg_value(i32 %x, !4, !DIExpression(), !3)
  #dbg_value(i32 %x, !5, !DIExpression(), !3)
  ret void
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 1, scope: !1)
!4 = !DILocalVariable(name: "x", scope: !1, arg: 1, file: !101)
!5 = !DILocalVariable(name: "y", scope: !1, arg: 1, file: !101)
#
;;; fragment covers entire variable
define void @f(i32 %x) !dbg !1 {
  #dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !3)
  ret void
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 1, scope: !1)
!4 = !DILocalVariable(name: "x", scope: !1, file: !101, type: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
#
;;; location of #dbg_declare must be a pointer or int
define void @f(float %x) !dbg !1 {
  #dbg_declare(float %x, !4, !DIExpression(), !3)
  ret void
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocation(line: 1, scope: !1)
!4 = !DILocalVariable(name: "x", scope: !1, file: !101)
#
;;; inlinable function call
define void @g() !dbg !2 { ret void }
define void @f() !dbg !1 {
  call void @g()
  ret void
}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!2 = distinct !DISubprogram(name: "g", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
#
;;; invalid expression
!x = !{!1}
!1 = !DIExpression(DW_OP_swap)
#
;;; invalid base type
!x = !{!1}
!1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !100, size: 64)
#
;;; array types must have a base type
!x = !{!1}
!1 = !DICompositeType(tag: DW_TAG_array_type, size: 64)
#
;;; invalid checksum length
!x = !{!1}
!1 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5, checksum: "00")
#
;;; DICompileUnit not listed in llvm.dbg.cu
!x = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !101)
#
;;; cannot have column info without line info
!x = !{!1}
!1 = distinct !DILexicalBlock(scope: !2, column: 3)
!2 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
#
;;; retained node does not belong to subprogram
!x = !{!1, !2}
!1 = distinct !DISubprogram(name: "f", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition, retainedNodes: !{!3})
!2 = distinct !DISubprogram(name: "g", file: !101, unit: !100, type: !102, spFlags: DISPFlagDefinition)
!3 = !DILocalVariable(name: "x", scope: !2, file: !101)
#
;;; Subrange can have any one of count or upperBound
!x = !{!1}
!1 = !DISubrange(count: 1, upperBound: 2)
#
