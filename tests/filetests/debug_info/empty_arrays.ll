; Arrays of no elements, and of as many as nobody knows. In the sets of OpenCL both are the latter.
; COVERS: d_15 d_103 d_143
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
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !11, !13, !16}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !12)
!12 = !{!30}
!30 = !DISubrange(count: 0)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !14)
!14 = !{!30, !32}
!32 = !DISubrange(count: 3)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !17)
!17 = !{!33}
!33 = !DISubrange()
