; Each part is a module that breaks one rule: the message that is expected, then the module.
;;; Unfinished range!
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !range !0
  ret i32 %x
}
!0 = !{i32 0}
;;; Intervals are overlapping
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !range !0
  ret i32 %x
}
!0 = !{i32 0, i32 4, i32 3, i32 8}
;;; Intervals are contiguous
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !range !0
  ret i32 %x
}
!0 = !{i32 0, i32 4, i32 4, i32 8}
;;; Range types must match instruction type!
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !range !0
  ret i32 %x
}
!0 = !{i8 0, i8 4}
;;; Ranges are only for loads, calls and invokes!
define i32 @f(i32 %p) {
  %x = add i32 %p, 1, !range !0
  ret i32 %x
}
!0 = !{i32 0, i32 4}
;;; nonnull applies only to loads of pointers
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, !nonnull !0
  ret i32 %x
}
!0 = !{}
;;; align metadata value must be a power of 2!
define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, !align !0
  ret ptr %x
}
!0 = !{i64 3}
;;; Wrong number of operands
define void @f(i1 %c) {
  br i1 %c, label %a, label %a, !prof !0
a:
  ret void
}
!0 = !{!"branch_weights", i32 1}
;;; branch_weights are not allowed for this instruction
define i32 @f(i32 %p) {
  %x = add i32 %p, 1, !prof !0
  ret i32 %x
}
!0 = !{!"branch_weights", i32 1}
;;; fpmath requires a floating point result!
define i32 @f(i32 %p) {
  %x = add i32 %p, 1, !fpmath !0
  ret i32 %x
}
!0 = !{float 1.0}
;;; Access type node must be a valid scalar type
define void @f(ptr %p) {
  store i32 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", i32 0}
;;; Offset must be constant integer
define void @f(ptr %p) {
  store i32 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, !"x"}
!1 = !{!"int", !2}
!2 = !{!"root"}
;;; scope list must consist of MDNodes
define void @f(ptr %p) {
  store i32 0, ptr %p, !noalias !0
  ret void
}
!0 = !{!"x"}
;;; Access scope list contains invalid access scope
define void @f(ptr %p) {
  store i32 0, ptr %p, !llvm.access.group !0
  ret void
}
!0 = !{!1}
!1 = !{}
;;; invariant.group metadata is only for loads and stores
define i32 @f(i32 %p) {
  %x = add i32 %p, 1, !invariant.group !0
  ret i32 %x
}
!0 = !{}
;;; DILocation not allowed within this metadata node
define void @f() !dbg !3 {
  ret void, !x !0
}
!llvm.dbg.cu = !{!4}
!llvm.module.flags = !{!7}
!0 = !{!1}
!1 = !DILocation(line: 1, scope: !3)
!3 = distinct !DISubprogram(name: "f", file: !5, unit: !4, type: !6, spFlags: DISPFlagDefinition)
!4 = distinct !DICompileUnit(language: DW_LANG_C, file: !5)
!5 = !DIFile(filename: "a", directory: "b")
!6 = !DISubroutineType(types: !{})
!7 = !{i32 2, !"Debug Info Version", i32 3}
