; Blocks, other files within them, namespaces, inlined calls, and where locations begin and end.
; COVERS: d_31 d_32 d_33 d_34 d_35 d_47 d_48 d_57 d_100 d_114 d_115 d_142 d_147
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, i1 %c) !dbg !5 {
  %b = add i32 %a, 1, !dbg !20
  %d = mul i32 %b, %a, !dbg !21
  %e = sub i32 %d, %a
  %g = shl i32 %e, 1, !dbg !22
  br i1 %c, label %then, label %end, !dbg !23

then:
  %h = xor i32 %g, %a, !dbg !24
  %i = or i32 %h, 1, !dbg !25
  br label %end, !dbg !26

end:
  %j = phi i32 [ %g, %0 ], [ %i, %then ]
  ret i32 %j, !dbg !27
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !12, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!8 = !{!10, !10, !10}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIFile(filename: "h.h", directory: "/src")
!12 = !DINamespace(name: "inner", scope: !13)
!13 = !DINamespace(scope: null)
!14 = distinct !DILexicalBlock(scope: !5, file: !1, line: 3, column: 5)
!15 = !DILexicalBlockFile(scope: !14, file: !11, discriminator: 0)
!16 = !DILexicalBlockFile(scope: !14, file: !1, discriminator: 2)
!17 = distinct !DISubprogram(name: "callee", scope: !1, file: !1, line: 9, type: !6, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !0)
!18 = distinct !DILexicalBlock(scope: !17, file: !1, line: 10, column: 7)
!20 = !DILocation(line: 2, column: 3, scope: !5)
!21 = !DILocation(line: 4, column: 9, scope: !14)
!22 = !DILocation(line: 1, column: 2, scope: !15)
!23 = !DILocation(line: 4, column: 9, scope: !16)
!24 = !DILocation(line: 11, column: 3, scope: !18, inlinedAt: !28)
!25 = !DILocation(line: 0, scope: !17, inlinedAt: !29)
!26 = !DILocation(line: 6, scope: !5)
!27 = !DILocation(line: 7, column: 1, scope: !5)
!28 = distinct !DILocation(line: 5, column: 13, scope: !14)
!29 = distinct !DILocation(line: 12, column: 4, scope: !18, inlinedAt: !28)
