; Modules, where the extension for them is asked for.
; NO-VAL: SPIRV-Tools takes no module for a scope.
; COMPLAINT: OpenCL.DebugInfo.100 DebugFunction: expected operand Parent must be a result id of a lexical scope
; COVERS: d_52 d_204
; RUN: forward --spirv-ext=+SPV_INTEL_debug_module --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-ext=+SPV_INTEL_debug_module --spirv-debug-info-version=ocl-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  ret void, !dbg !41
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
!12 = !DIModule(scope: !13, name: "inner", configMacros: "-DX", includePath: "/inc", apinotes: "n", file: !1, line: 4, isDecl: true)
!13 = !DIModule(scope: null, name: "outer")
!41 = !DILocation(line: 2, column: 1, scope: !5)
