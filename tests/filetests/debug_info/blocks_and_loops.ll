; A block that only names its file again is the block around it, namespaces that export their names, the greatest column, and
; the location of a branch in front of the merge instruction.
; COVERS: d_31 d_32 d_100 d_114 d_115 d_147
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) !dbg !5 {
entry:
  br label %body, !dbg !20

body:
  br i1 %c, label %body, label %end, !dbg !21, !llvm.loop !30

end:
  ret void, !dbg !22
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !12, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!8 = !{null}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DINamespace(name: "inline", scope: !13, exportSymbols: true)
!13 = !DINamespace(name: "outer", scope: null)
!14 = distinct !DILexicalBlock(scope: !5, file: !1, line: 3, column: 5)
!15 = !DILexicalBlockFile(scope: !14, file: !1, discriminator: 0)
!20 = !DILocation(line: 2, column: 65535, scope: !5)
!21 = !DILocation(line: 4, column: 9, scope: !15)
!22 = !DILocation(line: 7, column: 1, scope: !5)
!30 = distinct !{!30, !31}
!31 = !{!"llvm.loop.unroll.disable"}
