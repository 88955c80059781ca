; A call in another file than the function around it, as in a header that is included in a body, which is inlined.
; COVERS: d_35 d_145
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a) !dbg !5 {
  %b = add i32 %a, 1, !dbg !7
  ret i32 %b, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 9, column: 3, scope: !9, inlinedAt: !10)
!8 = !{null}
!9 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 8, type: !6, scopeLine: 8, spFlags: DISPFlagDefinition, unit: !0)
!10 = distinct !DILocation(line: 2, scope: !11)
!11 = !DILexicalBlockFile(scope: !5, file: !12, discriminator: 0)
!12 = !DIFile(filename: "part.h", directory: "/src")
!14 = !DILocation(line: 3, column: 1, scope: !5)
