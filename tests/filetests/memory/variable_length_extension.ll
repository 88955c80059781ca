; Arrays whose length is known only when the function runs, and the memory that is given back, by an extension.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_variable_length_array
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i64 %n, i1 %c) {
entry:
  %saved = call ptr @llvm.stacksave.p0()
  br i1 %c, label %small, label %large

small:
  %a = alloca i32, i64 %n, align 16
  %x = load i32, ptr %a, align 4
  %inner = call ptr @llvm.stacksave.p0()
  br label %end

large:
  %wide = zext i1 %c to i32
  %b = alloca [4 x float], i32 %wide, align 4
  store [4 x float] zeroinitializer, ptr %b
  br label %end

end:
  %back = phi ptr [ %inner, %small ], [ %saved, %large ]
  %y = phi i32 [ %x, %small ], [ 0, %large ]
  call void @llvm.stackrestore.p0(ptr %back)
  ret i32 %y
}

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
