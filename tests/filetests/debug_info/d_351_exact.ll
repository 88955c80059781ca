; What releases of SPIRV-Tools take basic types and blocks alone for: names and qualifiers of types, pointers, vectors of
; named types and of eight components, and scopes; by stand-ins, and in the words of the sets.
; COVERS: d_17 d_351
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-debug-info-exact
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
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: !7)
!7 = !{null, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20}
; unsigned int, its name, and the name of that.
!9 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!10 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", file: !1, line: 3, baseType: !9)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "count", file: !1, line: 4, baseType: !10)
; A vector of a named type, its name, one of eight, its name, and an array of the latter and of the same without a name.
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint4", file: !1, line: 5, baseType: !30)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint8", file: !1, line: 6, baseType: !31)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 768, elements: !32)
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 256, elements: !33)
; A structure that leads back to itself through its name, pointers to it, qualified and not, and an array that a pointer
; and another array name.
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "Node", file: !1, line: 8, baseType: !40)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64, dwarfAddressSpace: 1)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!19 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 512, elements: !44)
; A pointer to nothing, by a name.
!20 = !DIDerivedType(tag: DW_TAG_typedef, name: "any", file: !1, line: 9, baseType: !45)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, flags: DIFlagVector, elements: !34)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 256, flags: DIFlagVector, elements: !33)
!32 = !{!DISubrange(count: 3)}
!33 = !{!DISubrange(count: 8)}
!34 = !{!DISubrange(count: 4)}
!40 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 7, size: 128, elements: !46)
!41 = !DILocation(line: 2, column: 3, scope: !47)
!43 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!44 = !{!DISubrange(count: 2)}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!46 = !{!48, !49}
!47 = !DILexicalBlockFile(scope: !50, file: !1, discriminator: 7)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !40, file: !1, line: 7, baseType: !51, size: 64)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !40, file: !1, line: 7, baseType: !45, size: 64, offset: 64)
!50 = distinct !DILexicalBlock(scope: !5, file: !1, line: 2, column: 1)
!51 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
