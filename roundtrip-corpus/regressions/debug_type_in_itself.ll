target triple = "spir64-unknown-unknown"

@held = addrspace(1) global i32 7, align 4, !dbg !11
@member = addrspace(1) global i32 8, align 4, !dbg !17

define spir_func i32 @f() {
  %v = load i32, ptr addrspace(1) @held, align 4
  ret i32 %v
  ret i32 %v
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, globals: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{!11, !13, !15, !17, !24}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "held", linkageName: "_held", scope: !0, file: !1, line: 3, type: !10, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression(DW_OP_constu, 42, DW_OP_stack_value))
!14 = distinct !DIGlobalVariable(name: "number", scope: !0, file: !1, line: 4, type: !10, isLocal: true, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(name: "gone", scope: !0, file: !1, line: 5, type: !10, isLocal: true, isDefinition: true)
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "count", linkageName: "_ZN1S5countE", scope: !0, file: !1, line: 6, type: !10, isLocal: false, isDefinition: true, declaration: !19)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !19, file: !1, line: 7, baseType: !10, flags: DIFlagStaticMember)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 6, size: 8, elements: !21, identifier: "_ZTS1S")
!21 = !{!19}
!22 = !DINamespace(name: "inner", scope: null)
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression(DW_OP_plus_uconst, 4))
!25 = distinct !DIGlobalVariable(name: "moved", scope: !22, file: !1, line: 9, type: !10, isLocal: false, isDefinition: true)
