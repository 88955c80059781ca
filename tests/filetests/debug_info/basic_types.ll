; Basic types: encodings, sizes, one that is not specified, one that is not known, and none.
; COVERS: d_10 d_12 d_106 d_132 d_134 d_136
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
!8 = !{null, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !25, !22, !23}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!9 = !{!24}
!10 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!11 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!14 = !DIBasicType(name: "uint", size: 32, encoding: DW_ATE_unsigned)
!15 = !DIBasicType(name: "uchar", size: 8, encoding: DW_ATE_unsigned_char)
!16 = !DIBasicType(name: "address", size: 64, encoding: DW_ATE_address)
!17 = !DIBasicType(name: "char16_t", size: 16, encoding: DW_ATE_UTF)
!18 = !DIBasicType(name: "fixed", size: 16, encoding: DW_ATE_signed_fixed)
!19 = !DIBasicType(name: "complex", size: 64, encoding: DW_ATE_complex_float)
!20 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!21 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "SPIRV unknown type")
!22 = !DIBasicType(name: "packed", size: 24, encoding: DW_ATE_packed_decimal)
!23 = !DIBasicType(name: "big", size: 32, encoding: DW_ATE_signed, flags: DIFlagBigEndian)
!24 = !DIBasicType(name: "kept", size: 32, encoding: DW_ATE_unsigned)
