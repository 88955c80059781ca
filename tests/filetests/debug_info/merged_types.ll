; Types that differ in what the sets lack, as names of arrays and pointers and sizes of typedefs, are one type from the first
; trip on; and so is a file whose path is given in two ways.
; COVERS: d_07 d_13 d_15
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
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "numba", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.py", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !11, !12, !15, !16, !17, !18}
!10 = !DIBasicType(name: "int64", size: 64, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_array_type, name: "[2 x i64]", baseType: !10, size: 128, elements: !13, identifier: "[2 x i64]")
!12 = !DICompositeType(tag: DW_TAG_array_type, name: "UniTuple(int64 x 2)", baseType: !10, size: 128, elements: !13, identifier: "[2 x i64]")
!13 = !{!14}
!14 = !DISubrange(count: 2)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&i64", baseType: !10, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const i64", baseType: !10, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_typedef, name: "word", file: !1, line: 1, baseType: !11)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "word", file: !9, line: 1, baseType: !12)
!9 = !DIFile(filename: "/src/k.py", directory: "/elsewhere")
