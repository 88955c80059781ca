target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0, !dbg !10

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "p", globals: !3)
!2 = !DIFile(filename: "a.cl", directory: "/")
!3 = !{!10}
!10 = !DIGlobalVariableExpression(var: i64 -1, expr: !DIExpression())
