; All operations, where they are asked for.
; NO-VAL: SPIRV-Tools knows the ten operations alone.
; COMPLAINT: Invalid OpenCL.DebugInfo.100 debug operation operand: 27
; COVERS: d_121 d_201
; RUN: forward --spirv-debug-info-version=ocl-100 --spirv-allow-extra-diexpressions
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100 --spirv-allow-extra-diexpressions
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200 --spirv-allow-extra-diexpressions
; RUN: roundtrip --spirv-debug-info-version=ocl-100 --spirv-allow-extra-diexpressions
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100 --spirv-allow-extra-diexpressions
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200 --spirv-allow-extra-diexpressions
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %a, ptr addrspace(1) %p) !dbg !5 {
    #dbg_value(ptr addrspace(1) %p, !20, !DIExpression(DW_OP_deref), !30)
    #dbg_value(ptr addrspace(1) %p, !20, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_constu, 4, DW_OP_minus, DW_OP_stack_value), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_lit0, DW_OP_plus, DW_OP_stack_value), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_constu, 3, DW_OP_and, DW_OP_stack_value), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_mul, DW_OP_stack_value), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_stack_value), !30)
    #dbg_value(!DIArgList(i32 %a, i32 %a), !21, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !30)
    #dbg_value(!DIArgList(i32 %a), !21, !DIExpression(DW_OP_LLVM_arg, 0), !30)
    #dbg_value(i32 %a, !21, !DIExpression(DW_OP_LLVM_extract_bits_zext, 0, 4), !30)
  ret i32 %a, !dbg !30
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
!20 = !DILocalVariable(name: "p", scope: !5, file: !1, line: 2, type: !10)
!21 = !DILocalVariable(name: "a", scope: !5, file: !1, line: 3, type: !10)
!30 = !DILocation(line: 2, column: 3, scope: !5)
