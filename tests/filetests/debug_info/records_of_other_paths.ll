; A record may name a value that other paths to it lack: the place is not known there. Memory of a size that is computed
; is no variable that a declaration could name.
; COVERS: d_39
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100 --spirv-ext=+SPV_INTEL_variable_length_array,+SPV_KHR_non_semantic_info
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i1 %c, i32 %a) !dbg !5 {
entry:
  br i1 %c, label %one, label %other, !dbg !7
one:
  %x = add i32 %a, 1, !dbg !7
  br label %join, !dbg !7
other:
  br label %join, !dbg !7
join:
  %r = phi i32 [ %x, %one ], [ %a, %other ]
    #dbg_value(i32 %x, !40, !DIExpression(), !7)
    #dbg_value(i32 %r, !40, !DIExpression(), !7)
  ret i32 %r, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 1, type: !11)
