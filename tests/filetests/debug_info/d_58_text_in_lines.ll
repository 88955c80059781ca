; Where lines alone are written, OpSource has the text of the unit's file; where a set is written, its DebugSource has it.
; COVERS: d_58
; RUN: forward --spirv-debug-info-version=lines
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=lines
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!opencl.ocl.version = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src", source: "void f() {}\0A")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, i32 2}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 11, scope: !5)
