; A value that is held in parts is one record for each part: integers of odd widths, long vectors, structs, arguments and
; phis. What is no run of bits, has no id or was absorbed ends the place of the variable.
; COVERS: d_125
; RUN: forward
; RUN: roundtrip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define spir_func void @f(i96 %wide, i24 %odd, <5 x float> %long, <4 x i24> %lanes, ptr addrspace(1) %out, i1 %c) !dbg !5 {
entry:
    #dbg_value(i96 %wide, !20, !DIExpression(), !30)
    #dbg_value(i24 %odd, !21, !DIExpression(), !30)
    #dbg_value(<5 x float> %long, !22, !DIExpression(), !30)
    #dbg_value(<4 x i24> %lanes, !23, !DIExpression(), !30)
    #dbg_value(i96 %wide, !24, !DIExpression(DW_OP_LLVM_fragment, 32, 96), !30)
    #dbg_value(i96 %wide, !20, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !30)
  %sum = add i96 %wide, 7, !dbg !30
    #dbg_value(i96 %sum, !20, !DIExpression(), !30)
  br i1 %c, label %then, label %end, !dbg !30

then:
  %more = add i96 %sum, 3, !dbg !30
  br label %end, !dbg !30

end:
  %last = phi i96 [ %sum, %entry ], [ %more, %then ], !dbg !30
    #dbg_value(i96 %last, !20, !DIExpression(), !30)
  %cut = trunc i96 %last to i32, !dbg !30
  store i32 %cut, ptr addrspace(1) %out, align 4, !dbg !30
  %id = call spir_func i64 @_Z13get_global_idj(i32 0), !dbg !30
    #dbg_value(i64 %id, !25, !DIExpression(), !30)
    #dbg_value(ptr @g, !25, !DIExpression(), !30)
  ret void, !dbg !30
}

declare spir_func void @g()
declare spir_func i64 @_Z13get_global_idj(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!10 = !DIBasicType(name: "_BitInt", size: 128, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "_BitInt", size: 32, encoding: DW_ATE_signed)
!12 = !DIBasicType(name: "float5", size: 256, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !DILocalVariable(name: "wide", scope: !5, file: !1, line: 1, type: !10)
!21 = !DILocalVariable(name: "odd", scope: !5, file: !1, line: 1, type: !11)
!22 = !DILocalVariable(name: "long", scope: !5, file: !1, line: 1, type: !12)
!23 = !DILocalVariable(name: "lanes", scope: !5, file: !1, line: 1, type: !10)
!24 = !DILocalVariable(name: "part", scope: !5, file: !1, line: 1, type: !10)
!25 = !DILocalVariable(name: "id", scope: !5, file: !1, line: 1, type: !13)
!30 = !DILocation(line: 1, column: 1, scope: !5)
