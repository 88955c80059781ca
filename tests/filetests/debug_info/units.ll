; Two units of other languages, with all their properties, and sources with checksums and text.
; COVERS: d_11 d_45 d_46 d_49 d_50 d_110 d_111 d_127 d_140 d_203 d_207
; RUN: forward --spirv-debug-info-version=ocl-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-100
; RUN: forward --spirv-debug-info-version=nonsemantic-shader-200
; RUN: roundtrip --spirv-debug-info-version=ocl-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-100
; RUN: roundtrip --spirv-debug-info-version=nonsemantic-shader-200
; SHOW: module
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() !kernel_arg_addr_space !30 !dbg !5 {
  ret void, !dbg !7
}

define spir_func void @f() !dbg !8 {
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0, !10}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, producer: "first", isOptimized: true, flags: "-O2", runtimeVersion: 3, splitDebugFilename: "a.dwo", emissionKind: LineTablesOnly, dwoId: 1234567890123, debugInfoForProfiling: true, nameTableKind: GNU, sysroot: "/root", sdk: "kit")
!1 = !DIFile(filename: "sub/k.cl", directory: "/src", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef", source: "kernel void k() {}\0A")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 1, column: 1, scope: !5)
!8 = distinct !DISubprogram(name: "f", scope: !11, file: !11, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition, unit: !10)
!9 = !DILocation(line: 4, column: 2, scope: !8)
!10 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !11, producer: "second", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "/other/f.rs", directory: "/src", checksumkind: CSK_SHA1, checksum: "0123456789abcdef0123456789abcdef01234567")
!30 = !{}
