; One object that two variables are, each with an instruction; and a variable of two parts, of which the first object says where it is.
; COVERS: d_102
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

@held = addrspace(1) global i64 7, align 8, !dbg !11, !dbg !13
@low = addrspace(1) global i32 1, align 4, !dbg !15
@high = addrspace(1) global i32 2, align 4, !dbg !16

define spir_func i64 @f() {
  %v = load i64, ptr addrspace(1) @held, align 8
  %w = load i32, ptr addrspace(1) @low, align 4
  %x = load i32, ptr addrspace(1) @high, align 4
  ret i64 %v
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None, globals: !9)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{!11, !13, !15, !16}
!10 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "held", scope: !0, file: !1, line: 3, type: !10, isLocal: false, isDefinition: true)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "other", scope: !0, file: !1, line: 4, type: !10, isLocal: false, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 32))
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression(DW_OP_LLVM_fragment, 32, 32))
!17 = distinct !DIGlobalVariable(name: "parts", scope: !0, file: !1, line: 5, type: !10, isLocal: false, isDefinition: true)
