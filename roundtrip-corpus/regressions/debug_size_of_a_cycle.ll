target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0, !dbg !10

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "p", globals: !3)
!2 = !DIFile(filename: "a.cl", directory: "/")
!3 = !{!10}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 8))
!11 = distinct !DIGlobalVariable(name: "g", scope: !1, file: !2, line: 1, type: !12, isDefinition: true)
!12 = distinct !DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !12)
