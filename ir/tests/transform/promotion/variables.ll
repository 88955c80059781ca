; Variables that become values: by their only store, within a block, by phis, in a loop, with markers and records; and some that cannot.
target datalayout = "e-p:64:64-i64:64"

define i32 @only_store(i32 noundef %x) {
entry:
  %v = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  store i32 %x, ptr %v, align 4
  %a = load i32, ptr %v, align 4
  call void @llvm.lifetime.end.p0(ptr %v)
  ret i32 %a
}

define i32 @meets(i1 %c, i32 %x) !dbg !4 {
entry:
  %v = alloca i32, align 4
    #dbg_declare(ptr %v, !8, !DIExpression(), !9)
  br i1 %c, label %yes, label %no

yes:
  store i32 %x, ptr %v, align 4, !dbg !10
  br label %end

no:
  store i32 7, ptr %v, align 4, !dbg !11
  br label %end

dead:
  store i32 8, ptr %v, align 4
  br label %end

end:
  %a = load i32, ptr %v, align 4
  ret i32 %a
}

define i32 @loop(i32 %n) {
entry:
  %i = alloca i32, align 4
  %s = alloca i32, align 4
  store i32 0, ptr %i, align 4
  store i32 0, ptr %s, align 4
  br label %test

test:
  %a = load i32, ptr %i, align 4
  %c = icmp slt i32 %a, %n
  br i1 %c, label %body, label %end

body:
  %b = load i32, ptr %s, align 4
  %d = add i32 %b, %a
  store i32 %d, ptr %s, align 4
  %e = add i32 %a, 1
  store i32 %e, ptr %i, align 4
  br label %test

end:
  %r = load i32, ptr %s, align 4
  ret i32 %r
}

define i32 @never_stored() {
  %v = alloca i32, align 4
  %a = load i32, ptr %v, align 4
  ret i32 %a
}

define i32 @stays(ptr %to) {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  %u = alloca i64, align 8
  store volatile i32 1, ptr %v, align 4
  store ptr %w, ptr %to, align 8
  store i32 2, ptr %w, align 4
  store i32 3, ptr %u, align 4
  %a = load i32, ptr %v, align 4
  ret i32 %a
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "meets", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!3}
!8 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !3)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !DILocation(line: 3, column: 5, scope: !4)
!11 = !DILocation(line: 4, column: 5, scope: !4)
