; Variables: arguments, declared, with values, of no type, and without an address.
; COVERS: d_36 d_38 d_39 d_119 d_144 d_146 d_208
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, ptr addrspace(1) %p) !dbg !5 {
  %v = alloca i32, align 4
    #dbg_declare(ptr %v, !20, !DIExpression(), !30)
    #dbg_value(i32 %a, !21, !DIExpression(), !30)
    #dbg_value(ptr addrspace(1) %p, !22, !DIExpression(), !30)
    #dbg_declare(ptr null, !23, !DIExpression(), !30)
    #dbg_declare(ptr addrspace(1) %p, !24, !DIExpression(), !30)
  %b = add i32 %a, 1, !dbg !30
    #dbg_value(i32 %b, !25, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !31)
    #dbg_value(i32 77, !25, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !31)
    #dbg_value(i32 poison, !21, !DIExpression(), !31)
    #dbg_value(float 1.500000e+00, !26, !DIExpression(), !31)
  store i32 %b, ptr %v, align 4, !dbg !31
  %c = load i32, ptr %v, align 4, !dbg !31
  ret i32 %c, !dbg !31
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !8)
!8 = !{!10, !10, !11}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64, dwarfAddressSpace: 1)
!12 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !10)
!21 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !10)
!22 = !DILocalVariable(name: "p", arg: 2, scope: !5, file: !1, line: 1, type: !11, flags: DIFlagArtificial)
!23 = !DILocalVariable(name: "null", scope: !5, file: !1, line: 3, type: !10)
!24 = !DILocalVariable(name: "elsewhere", scope: !5, file: !1, line: 4, type: !10)
!25 = !DILocalVariable(name: "parts", scope: !5, file: !1, line: 5, type: !12)
!26 = !DILocalVariable(name: "constant", scope: !5, file: !1, line: 6, type: !13)
!30 = !DILocation(line: 2, column: 3, scope: !5)
!31 = !DILocation(line: 3, column: 3, scope: !5)
