; A module is no scope of a function in the last set, to SPIRV-Tools; variables and types are in it still.
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: forward khronos --spirv-debug-info-version=nonsemantic-shader-200
target triple = "spir64-unknown-unknown"

define spir_func void @inside() !dbg !4 {
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, producer: "p", emissionKind: FullDebug)
!1 = !DIFile(filename: "m.f90", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "inside", scope: !5, file: !1, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DIModule(scope: null, name: "around", file: !1, line: 1)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 4, scope: !4)
