; An enumeration of Rust: the discriminator and the variants of a composite are its members.
; COVERS: d_109
; RUN: forward --spirv-debug-info-version=ocl-100
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
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "rustc", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !9)
!1 = !DIFile(filename: "n.rs", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!9 = !{!12}
!10 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!12 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", file: !1, size: 64, flags: DIFlagPublic, elements: !13, identifier: "Shape")
!13 = !{!14}
!14 = !DICompositeType(tag: DW_TAG_variant_part, scope: !12, file: !1, size: 64, elements: !15, identifier: "Shape::part", discriminator: !20)
!15 = !{!16, !17}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "Circle", scope: !14, file: !1, baseType: !18, size: 64, extraData: i32 0)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "Empty", scope: !14, file: !1, baseType: !19, size: 64, extraData: i32 1)
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", scope: !12, file: !1, size: 64, flags: DIFlagPublic, elements: !21, identifier: "Shape::Circle")
!19 = !DICompositeType(tag: DW_TAG_structure_type, name: "Empty", scope: !12, file: !1, size: 64, flags: DIFlagPublic, elements: !{}, identifier: "Shape::Empty")
!20 = !DIDerivedType(tag: DW_TAG_member, scope: !12, file: !1, baseType: !10, size: 32, flags: DIFlagArtificial)
!21 = !{!22}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "r", scope: !18, file: !1, baseType: !10, size: 32, offset: 32, flags: DIFlagPrivate)
