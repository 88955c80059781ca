; A text that is no list of decorations, and one whose extension is not allowed.
; RUN: forward
; RUN: roundtrip
; COVERS: s3_85
target triple = "spir64-unknown-unknown"

@.note = private unnamed_addr constant [5 x i8] c"note\00", section "llvm.metadata"
@.reg = private unnamed_addr constant [13 x i8] c"{register:1}\00", section "llvm.metadata"
@.file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"

define spir_func void @f() {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  call void @llvm.var.annotation.p0.p0(ptr %v, ptr @.note, ptr @.file, i32 2, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %w, ptr @.reg, ptr @.file, i32 2, ptr null)
  store i32 1, ptr %v, align 4
  ret void
}

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
