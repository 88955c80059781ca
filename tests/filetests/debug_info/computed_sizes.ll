; Memory of a size that is computed is no `OpVariable`: its variable has the value at an address.
; COVERS: d_38
; RUN: forward --spirv-ext=+SPV_INTEL_variable_length_array
; RUN: roundtrip --spirv-ext=+SPV_INTEL_variable_length_array
; SHOW: module
target triple = "spir64-unknown-unknown"

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define spir_func void @f(i64 %n) !dbg !5 {
entry:
  %s = call ptr @llvm.stacksave.p0()
  %v = alloca i32, i64 %n, align 4
    #dbg_declare(ptr %v, !40, !DIExpression(), !7)
  store i32 1, ptr %v, align 4, !dbg !7
  call void @llvm.stackrestore.p0(ptr %s)
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 1, type: !41)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, elements: !42)
!42 = !{!43}
!43 = !DISubrange(count: -1)
