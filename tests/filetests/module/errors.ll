; All errors of a module are told of in one run, with the position in the source, and none that only follows from another one:
; not the calls of @many, not the loads of the global, not what is computed of a value that failed. Names cannot command a
; terminal, and instructions are quoted without the numbers of their metadata.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

@"red\1B[31m" = thread_local addrspace(1) global i32 0
@uses = internal addrspace(1) global ptr addrspace(1) @"red\1B[31m"

declare spir_func void @many(i32, ...)

define spir_func i32 @"caller\0Aerror: none"(ptr addrspace(1) %p) {
  call spir_func void (i32, ...) @many(i32 1, i32 2)
  %x = load i32, ptr addrspace(1) @"red\1B[31m"
  ret i32 %x
}

define spir_func float @lines(ptr addrspace(1) %p, ptr addrspace(2) %c) !dbg !5 {
  %wrong = addrspacecast ptr addrspace(1) %p to ptr addrspace(3), !dbg !8
  %follows = load float, ptr addrspace(3) %wrong, align 4, !dbg !9
  %also = addrspacecast ptr addrspace(2) %c to ptr addrspace(4), !dbg !9, !annotation !10
  ret float %follows, !dbg !9
}

define spir_func void @first(ptr addrspace(77) %p) !dbg !11 {
  ret void
}

define spir_func void @second(i32 %n) {
  call void @first(ptr addrspace(77) null)
  %a = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.readcyclecounter()
  ret void
}

declare i64 @llvm.readcyclecounter()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "errors.cl", directory: "/no/such/folder")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "lines", file: !1, line: 10, type: !3, unit: !0)
!8 = !DILocation(line: 12, column: 7, scope: !5)
!9 = !DILocation(line: 13, column: 3, scope: !5)
!10 = !{!"x"}
!11 = distinct !DISubprogram(name: "first", file: !1, line: 20, type: !3, unit: !0)
