!llvm.dbg.cu = !{!0, !1, !2, !3}
!llvm.module.flags = !{!5}
!types = !{!6, !7, !8, !9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !4, emissionKind: FullDebug, nameTableKind: Apple)
!1 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !4, emissionKind: FullDebug)
!2 = distinct !DICompileUnit(language: DW_LANG_Metal, file: !4, emissionKind: FullDebug)
!3 = distinct !DICompileUnit(language: DW_LANG_Hylo, file: !4, emissionKind: FullDebug)
!4 = !DIFile(filename: "names.c", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !10)
!7 = !DISubroutineType(cc: DW_CC_LLVM_PreserveNone, types: !10)
!8 = !DISubroutineType(cc: DW_CC_LLVM_RISCVVLSCall, types: !10)
!9 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: !10)
!10 = !{null}
