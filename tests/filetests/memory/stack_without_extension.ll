; Without arrays of variable length there is nothing to give back, wherever the place goes.
; RUN: forward
; RUN: fails forward khronos
target triple = "spir64-unknown-unknown"

define spir_func void @f(i1 %c) {
entry:
  %outer = call ptr @llvm.stacksave.p0()
  %unused = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %unused)
  br i1 %c, label %then, label %end

then:
  %inner = call ptr @llvm.stacksave.p0()
  br label %end

end:
  %back = phi ptr [ %outer, %entry ], [ %inner, %then ]
  call void @llvm.stackrestore.p0(ptr %back)
  ret void
}

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
