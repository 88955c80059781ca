; Calls that said where variables are, in older forms: with an offset behind the value (until LLVM 5), where one that is not
; zero says nothing; and of an address (until LLVM 14), which is loaded before a part is taken.
; RUN: regularize
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
target triple = "spir64-unknown-unknown"

define spir_func void @offsets(i32 %d, i64 %e) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %d, i64 0, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32 1, i64 4, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32 2, i64 %e, metadata !8, metadata !DIExpression()), !dbg !10
  ret void
}

define spir_func void @addresses(ptr %d) !dbg !11 {
  call void @llvm.dbg.addr(metadata ptr %d, metadata !12, metadata !DIExpression()), !dbg !13
  call void @llvm.dbg.addr(metadata ptr %d, metadata !12, metadata !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 8)), !dbg !13
  ret void
}

declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "offsets", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocalVariable(name: "d", arg: 1, scope: !4, file: !1, line: 1, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 1, scope: !4)
!11 = distinct !DISubprogram(name: "addresses", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocalVariable(name: "d", arg: 1, scope: !11, file: !1, line: 2, type: !9)
!13 = !DILocation(line: 2, scope: !11)
