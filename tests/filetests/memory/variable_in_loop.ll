; Each round has a variable of its own in LLVM IR (LangRef "alloca"); where no round uses the address of an earlier one, one
; variable of SPIR-V is enough for all.
; RUN: forward
; RUN: roundtrip
; COVERS: s2_114
target triple = "spir64-unknown-unknown"

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare spir_func void @unknown(ptr)
declare spir_func float @_Z5fractfPf(float, ptr)

define internal spir_func i32 @reads(ptr %p) {
  %kept = alloca ptr
  store ptr %p, ptr %kept
  %again = load ptr, ptr %kept
  %v = load i32, ptr %again
  ret i32 %v
}

define spir_func void @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %slot = alloca i32, align 4
  store i32 %i, ptr %slot, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; What is kept is what the latest round has, also by a variable and by functions that are called.
define spir_func i32 @latest(i32 %n) {
entry:
  %holder = alloca ptr
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %last = phi ptr [ null, %entry ], [ %other, %loop ]
  %none = icmp eq ptr %last, null
  %slot = alloca i32, align 4
  store i32 %i, ptr %slot, align 4
  store ptr %slot, ptr %holder
  %other = load ptr, ptr %holder
  %read = call spir_func i32 @reads(ptr %other)
  %part = alloca float
  %fract = call spir_func float @_Z5fractfPf(float 1.5, ptr %part)
  %next = add i32 %i, %read
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  %v = load i32, ptr %other
  ret i32 %v
}

; The memory ends with the round, so whoever has its address has nothing.
define spir_func void @ends(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %save = call ptr @llvm.stacksave.p0()
  %a = alloca i32, align 4
  call spir_func void @unknown(ptr %a)
  call void @llvm.stackrestore.p0(ptr %save)
  %b = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %b)
  call spir_func void @unknown(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  %c = alloca i32
  call spir_func void @unknown(ptr %c)
  ret void
}
