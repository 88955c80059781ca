; Imported namespaces and declarations; the sets for kernels lack them.
; COVERS: d_43 d_96
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
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, imports: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !12, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !{!10, !11}
!10 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !12, file: !1, line: 4)
!11 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "again", scope: !0, entity: !5, file: !1, line: 5)
!12 = !DINamespace(name: "inner", scope: null)
