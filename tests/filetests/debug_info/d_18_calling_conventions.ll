; DWARF's calling conventions of kernels and other functions: no set says them, and the entry points are known.
; COVERS: d_18 d_112
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !4 !dbg !5 {
  call spir_func void @inner(), !dbg !7
  ret void, !dbg !7
}

define spir_func void @inner() !dbg !8 {
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "k.cl", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !10)
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 2, type: !11, scopeLine: 2, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocation(line: 2, column: 1, scope: !8)
!10 = !{null}
!11 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: !10)
!opencl.ocl.version = !{!900}
!900 = !{i32 2, i32 0}
