; Classes that lead back to themselves, with bases, bit-fields, static members, methods and pointers to members.
; COVERS: s3_101 d_20 d_21 d_22 d_23 d_29 d_108 d_130 d_131 d_138 d_141 d_151 d_152 d_154
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
!8 = !{null, !20, !40}
!9 = !{!20, !41, !42}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 3, size: 192, flags: DIFlagTypePassByValue, elements: !21, identifier: "_ZTS4node")
!21 = !{!22, !23, !25, !26, !27, !28, !29}
!22 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !20, baseType: !41, flags: DIFlagPublic, extraData: i32 0)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !20, file: !1, line: 4, baseType: !24, size: 64, offset: 64)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !20, file: !1, line: 5, baseType: !10, size: 3, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !20, file: !1, line: 6, baseType: !10, size: 5, offset: 131, flags: DIFlagBitField, extraData: i64 128)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "hidden", scope: !20, file: !1, line: 7, baseType: !10, size: 32, offset: 160, flags: DIFlagPrivate)
!28 = !DIDerivedType(tag: DW_TAG_variable, name: "all", scope: !20, file: !1, line: 8, baseType: !10, flags: DIFlagStaticMember, extraData: i32 351)
!29 = !DISubprogram(name: "get", linkageName: "_ZN4node3getEv", scope: !20, file: !1, line: 9, type: !30, scopeLine: 9, flags: DIFlagPrototyped, spFlags: 0)
!30 = !DISubroutineType(types: !31)
!31 = !{!10, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!40 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !10, size: 64, extraData: !20)
!41 = !DICompositeType(tag: DW_TAG_class_type, name: "base", file: !1, line: 1, size: 32, flags: DIFlagTypePassByReference, elements: !43)
!42 = !DICompositeType(tag: DW_TAG_union_type, name: "either", file: !1, line: 2, size: 32, elements: !44)
!43 = !{!45}
!44 = !{!46, !47}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !41, file: !1, line: 1, baseType: !10, size: 32, flags: DIFlagProtected)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !42, file: !1, line: 2, baseType: !10, size: 32)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !42, file: !1, line: 2, baseType: !48, size: 64)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !49, size: 64)
!49 = !DICompositeType(tag: DW_TAG_structure_type, name: "declared", file: !1, line: 2, flags: DIFlagFwdDecl)
