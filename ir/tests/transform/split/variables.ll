; Variables that become several, and values: members, bytes of integers, components of vectors, copies, choices, and what a function reads.
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

%pair = type { i32, float }

define i32 @members(i32 %x, float %y) !dbg !4 {
  %v = alloca %pair, align 4
    #dbg_declare(ptr %v, !8, !DIExpression(), !9)
  store i32 %x, ptr %v, align 4
  %second = getelementptr %pair, ptr %v, i32 0, i32 1
  store float %y, ptr %second, align 4
  %a = load i32, ptr %v, align 4
  ret i32 %a
}

define %pair @whole(ptr %from) {
  %v = alloca %pair, align 4
  %s = load %pair, ptr %from, align 4
  store %pair %s, ptr %v, align 4
  %second = getelementptr i8, ptr %v, i64 4
  store float 1.0, ptr %second, align 4
  %r = load %pair, ptr %v, align 4
  ret %pair %r
}

define i64 @bytes(i32 %low, i32 %high) {
  %v = alloca i64, align 8
  store i32 %low, ptr %v, align 8
  %p = getelementptr i8, ptr %v, i64 4
  store i32 %high, ptr %p, align 4
  %r = load i64, ptr %v, align 8
  ret i64 %r
}

define float @components(<4 x float> %x, i64 %n) {
  %v = alloca <4 x float>, align 16
  store <4 x float> %x, ptr %v, align 16
  %p = getelementptr inbounds float, ptr %v, i64 2
  store float 2.0, ptr %p, align 4
  %half = load <2 x float>, ptr %p, align 8
  %a = extractelement <2 x float> %half, i64 0
  %q = getelementptr inbounds float, ptr %v, i64 1
  %b = load float, ptr %q, align 4
  %c = fadd float %a, %b
  ret float %c
}

define void @copies(ptr %to, ptr %from) {
  %v = alloca [4 x i32], align 4
  %w = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %v, ptr align 4 %from, i64 16, i1 false)
  %p = getelementptr i32, ptr %v, i64 1
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, 1
  store i32 %y, ptr %p, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %w, ptr align 4 %v, i64 16, i1 false)
  %q = getelementptr i32, ptr %w, i64 3
  call void @llvm.memset.p0.i64(ptr align 4 %q, i8 7, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %w, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}

define i32 @chosen(i1 %c, i32 %x) {
entry:
  %v = alloca [2 x i32], align 4
  store i32 %x, ptr %v, align 4
  %p = getelementptr i8, ptr %v, i64 4
  store i32 5, ptr %p, align 4
  %i = zext i1 %c to i64
  %either = getelementptr i32, ptr %v, i64 %i
  %a = load i32, ptr %either, align 4
  br i1 %c, label %yes, label %no

yes:
  br label %no

no:
  %offset = phi i64 [ 0, %entry ], [ 4, %yes ]
  %other = getelementptr i8, ptr %v, i64 %offset
  %b = load i32, ptr %other, align 4
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @observed(i32 %x) {
  %v = alloca %pair, align 4
  store i32 %x, ptr %v, align 4
  call void @reads(ptr byval(%pair) align 4 %v)
  %a = load i32, ptr %v, align 4
  ret i32 %a
}

define void @escapes(i32 %x) {
  %v = alloca %pair, align 4
  store i32 %x, ptr %v, align 4
  call void @keeps(ptr %v)
  ret void
}

declare void @reads(ptr byval(%pair))
declare void @keeps(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "members", scope: !1, file: !1, line: 1, type: !5, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{!7}
!7 = !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !1, size: 64)
!8 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 2, scope: !4)
