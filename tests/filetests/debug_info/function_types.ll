; Typedefs, functions with and without results and with more arguments, declarations, optimised and local ones.
; COVERS: d_17 d_18 d_30 d_44 d_112 d_113 d_139
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !4 !dbg !5 {
  call spir_func void @local(i32 1), !dbg !7
  ret void, !dbg !7
}

define internal spir_func void @local(i32 %a) !dbg !20 {
    #dbg_value(i32 %a, !22, !DIExpression(), !23)
  call spir_func void @outside(), !dbg !23
  ret void, !dbg !23
}

declare !dbg !30 spir_func void @outside()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = !{null, !11, !12}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "number", file: !1, line: 7, baseType: !10)
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "nothing", file: !1, line: 8, baseType: null)
!20 = distinct !DISubprogram(name: "local", linkageName: "_local", scope: !1, file: !1, line: 11, type: !21, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !24)
!21 = !DISubroutineType(types: !25)
!22 = !DILocalVariable(name: "a", arg: 1, scope: !20, file: !1, line: 11, type: !10)
!23 = !DILocation(line: 12, column: 3, scope: !20)
!24 = !{!22, !26}
!25 = !{!10, !10, null}
!26 = !DILocalVariable(name: "gone", scope: !20, file: !1, line: 13, type: !10)
!30 = !DISubprogram(name: "outside", scope: !1, file: !1, line: 20, type: !6, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
