; As flang writes it: members without a scope, strings, arrays whose length is a variable with a sign or an expression.
; COVERS: d_21 d_55 d_56 d_103 d_109
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr %a, ptr %s, ptr %p, ptr %d) !dbg !5 {
  #dbg_value(i64 4, !8, !DIExpression(), !20)
  #dbg_declare(ptr %a, !10, !DIExpression(), !20)
  #dbg_declare(ptr %s, !13, !DIExpression(), !20)
  #dbg_declare(ptr %p, !15, !DIExpression(), !20)
  #dbg_declare(ptr %d, !21, !DIExpression(), !20)
  #dbg_declare(ptr %d, !26, !DIExpression(), !20)
  ret void, !dbg !20
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, producer: "flang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.f90", directory: "/work")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "f", linkageName: "f_", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null}
!8 = !DILocalVariable(name: "._QFfEn", scope: !5, type: !9, flags: DIFlagArtificial)
!9 = !DIBasicType(name: "integer", size: 64, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !11)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !12)
!12 = !{!DISubrange(count: !8, lowerBound: 1)}
!13 = !DILocalVariable(name: "s", arg: 2, scope: !5, file: !1, line: 1, type: !14)
!14 = !DIStringType(size: 64, encoding: DW_ATE_ASCII)
!15 = !DILocalVariable(name: "p", arg: 3, scope: !5, file: !1, line: 1, type: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", scope: !5, file: !1, size: 64, elements: !17)
!17 = !{!18, !19}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: !9, size: 32)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "y", baseType: !9, size: 32, offset: 32)
!20 = !DILocation(line: 2, column: 3, scope: !5)
!21 = !DILocalVariable(name: "d", arg: 4, scope: !5, file: !1, line: 1, type: !22)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !23, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), allocated: !DIExpression(DW_OP_push_object_address, DW_OP_deref, DW_OP_lit0, DW_OP_ne))
!23 = !{!24}
!24 = !DISubrange(count: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 32, DW_OP_deref), lowerBound: !25)
!25 = !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 24, DW_OP_deref)
!26 = !DILocalVariable(name: "e", scope: !5, file: !1, line: 1, type: !27)
!27 = !DIStringType(name: "character", stringLength: !8, stringLengthExpression: !DIExpression(), encoding: DW_ATE_ASCII)
