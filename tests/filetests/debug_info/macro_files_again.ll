; A file of macros that contains itself, which has no end; and one that is in another twice.
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, macros: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !{!10}
!10 = !DIMacroFile(line: 0, file: !12, nodes: !13)
!12 = !DIFile(filename: "h.h", directory: "/src")
!13 = distinct !{!14, !10, !15, !15}
!14 = !DIMacro(type: DW_MACINFO_define, line: 2, name: "ONE")
!15 = !DIMacroFile(line: 3, file: !16, nodes: !17)
!16 = !DIFile(filename: "i.h", directory: "/src")
!17 = !{!18}
!18 = !DIMacro(type: DW_MACINFO_define, line: 4, name: "TWO")
