; Bit-fields, which only the set 200 has a flag for: elsewhere their size tells, through typedefs and for enumerations; and
; members of other sizes than their types that are none.
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !4 !dbg !5 {
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, retainedTypes: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null}
!9 = !{!20}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!12 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "word", file: !1, line: 1, baseType: !10)
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !1, line: 2, baseType: !10, size: 32, elements: !15)
!15 = !{!16}
!16 = !DIEnumerator(name: "one", value: 1)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !1, line: 3, size: 320, elements: !21)
!21 = !{!22, !23, !24, !25, !26, !27, !28, !29, !30}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !20, file: !1, line: 4, baseType: !10, size: 3, flags: DIFlagBitField, extraData: i64 0)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "named", scope: !20, file: !1, line: 5, baseType: !13, size: 5, offset: 67, flags: DIFlagBitField, extraData: i64 64)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !20, file: !1, line: 6, baseType: !14, size: 2, offset: 96, flags: DIFlagPublic | DIFlagBitField, extraData: i64 96)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "truth", scope: !20, file: !1, line: 7, baseType: !11, size: 1, offset: 130, flags: DIFlagBitField, extraData: i64 128)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "elsewhere", scope: !20, file: !1, line: 8, baseType: !10, size: 7, offset: 170, flags: DIFlagBitField, extraData: i64 136)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "padded", scope: !20, file: !1, line: 9, baseType: !11, size: 40, offset: 192, flags: DIFlagBitField, extraData: i64 192)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "whole", scope: !20, file: !1, line: 10, baseType: !10, size: 32, offset: 256)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "real", scope: !20, file: !1, line: 11, baseType: !12, size: 16, offset: 288)
!30 = !DIDerivedType(tag: DW_TAG_variable, name: "all", scope: !20, file: !1, line: 12, baseType: !10, flags: DIFlagStaticMember, extraData: i32 3)
