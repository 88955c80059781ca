; Macros, in files; the same one in two files, on a line of the same number, is one node.
; COVERS: d_42 d_98
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
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
!9 = !{!10, !11, !17}
!10 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "ONE", value: "1")
!11 = !DIMacroFile(line: 0, file: !12, nodes: !13)
!12 = !DIFile(filename: "h.h", directory: "/src")
!13 = !{!14, !15, !16}
!14 = !DIMacro(type: DW_MACINFO_define, line: 2, name: "EMPTY")
!15 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: "ONE")
!16 = !DIMacro(type: DW_MACINFO_undef, line: 4, name: "NEVER")
!17 = !DIMacroFile(line: 6, file: !18, nodes: !19)
!18 = !DIFile(filename: "i.h", directory: "/src")
!19 = !{!14, !20}
!20 = !DIMacro(type: DW_MACINFO_undef, line: 7, name: "EMPTY")
