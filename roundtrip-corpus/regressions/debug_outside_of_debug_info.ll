target triple = "spir64-unknown-unknown"
@g = addrspace(1) global i32 0, !dbg !10

!others = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: 2, file: !2, producer: "p", globals: !3)
!2 = !DIFile(filename: "p", directory: "/")
!3 = !{!10}
!10 = !DIGlobalVariableExpression(var: i64 -1, expr: !DIExpression())
