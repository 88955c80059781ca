; Macros of one file come back in one file. The Khronos translator for LLVM 23 has the path for a source, and nothing for a macro that is
; undefined without a definition.
; RUN: roundtrip
; RUN: forward khronos --llvm-version=23
; RUN: roundtrip khronos --llvm-version=23
; NO-ROUND-TRIP: what undefines a macro that is not defined is lost
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, macros: !2)
!1 = !DIFile(filename: "a.cl", directory: "/tmp")
!2 = !{!3, !7}
!3 = !DIMacroFile(file: !4, nodes: !5)
!4 = !DIFile(filename: "a.h", directory: ".")
!5 = !{!6, !8, !9}
!6 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "SIZE", value: "5")
!7 = !DIMacroFile(line: 3, file: !10, nodes: !11)
!8 = !DIMacro(type: DW_MACINFO_define, line: 2, name: "EMPTY")
!9 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: "SIZE")
!10 = !DIFile(filename: "b.h", directory: "/usr")
!11 = !{!13}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !DIMacro(type: DW_MACINFO_undef, line: 9, name: "OTHER")
