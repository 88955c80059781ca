; What Rust has: functions in an enumeration, and the parameters of a template of a function that is declared only.
; COVERS: d_142 d_24
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f() !dbg !5 {
  call spir_func void @g(), !dbg !7
  ret void, !dbg !7
}

declare !dbg !16 spir_func void @g()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "clang LLVM (rustc version 1.95.0)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "src/lib.rs", directory: "/crate")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !9, file: !1, line: 2, type: !6, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, declaration: !15)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 3, column: 1, scope: !5)
!8 = !{null}
!9 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Choice", scope: !13, file: !1, baseType: !10, size: 8, align: 8, flags: DIFlagEnumClass, elements: !11)
!10 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!11 = !{!12}
!12 = !DIEnumerator(name: "Auto", value: 0, isUnsigned: true)
!13 = !DINamespace(name: "crate", scope: null)
!15 = !DISubprogram(name: "f", linkageName: "f", scope: !9, file: !1, line: 2, type: !6, scopeLine: 2, flags: DIFlagPrototyped, spFlags: 0)
!16 = !DISubprogram(name: "g<u8>", linkageName: "g", scope: !13, file: !1, line: 5, type: !6, scopeLine: 5, flags: DIFlagPrototyped, spFlags: 0, templateParams: !17)
!17 = !{!18}
!18 = !DITemplateTypeParameter(name: "T", type: !10)
