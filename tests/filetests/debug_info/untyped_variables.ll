; Variables that debug information declares keep their pointees, and it names parameters by value, not their casts: its
; instructions name variables with a type alone, and parameters.
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward khronos --spirv-ext=+SPV_KHR_untyped_pointers
; RUN: forward --spirv-ext=+SPV_KHR_untyped_pointers --spirv-debug-info-version=nonsemantic-shader-100
; ENV: spv1.4
target triple = "spir64-unknown-unknown"

@near = internal addrspace(3) global i32 undef, align 4, !dbg !11
@also = internal addrspace(3) global i32 undef, align 4

%pair = type { i32, i32 }

define spir_func i32 @f(i32 %x, ptr byval(%pair) %p) !dbg !6 {
  call void @llvm.dbg.declare(metadata ptr %p, metadata !14, metadata !DIExpression()), !dbg !10
  %here = alloca i32, align 4
  %there = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %here, metadata !9, metadata !DIExpression()), !dbg !10
  store i32 %x, ptr addrspace(3) @near, align 4, !dbg !10
  store i32 %x, ptr addrspace(3) @also, align 4, !dbg !10
  store i32 %x, ptr %here, align 4, !dbg !10
  store i32 %x, ptr %there, align 4, !dbg !10
  %y = load i32, ptr %here, align 4, !dbg !10
  ret i32 %y, !dbg !10
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "c", isOptimized: false, emissionKind: FullDebug, globals: !13)
!1 = !DIFile(filename: "f.cl", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!4, !4}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DISubroutineType(types: !3)
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocalVariable(name: "here", scope: !6, file: !1, line: 2, type: !4)
!10 = !DILocation(line: 3, column: 3, scope: !6)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "near", scope: !6, file: !1, line: 4, type: !4, isLocal: true, isDefinition: true)
!13 = !{!11}
!14 = !DILocalVariable(name: "p", arg: 2, scope: !6, file: !1, line: 1, type: !4)
