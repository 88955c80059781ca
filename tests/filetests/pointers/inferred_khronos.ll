; Khronos mode infers pointees over the whole module: of parameters by what callers pass, of results by what is returned,
; of variables by what is stored there. The first to say something wins; who contradicts gets a cast of its own.
; RUN: forward khronos
target triple = "spir64-unknown-unknown"

define spir_func ptr @same(ptr %p) {
  ret ptr %p
}

define spir_kernel void @f(i1 %c) {
entry:
  %i = alloca i32
  %x = alloca float
  %held = alloca ptr
  %own = alloca ptr
  %j = call spir_func ptr @same(ptr %i)
  store i32 0, ptr %j
  %y = call spir_func ptr @same(ptr %x)
  store float 0.0, ptr %y
  store ptr %i, ptr %held
  %p = load ptr, ptr %held
  %v = load i32, ptr %p
  store ptr null, ptr %held
  ; No type is a pointer to itself.
  store ptr %own, ptr %own
  br label %loop

loop:
  ; What comes from a phi that is looked at already says nothing.
  %a = phi ptr [ %b, %loop ], [ %i, %entry ]
  %b = phi ptr [ %a, %loop ], [ %x, %entry ]
  br i1 %c, label %loop, label %exit

exit:
  ; Each use has its cast.
  %first = load i32, ptr %x
  %second = load i32, ptr %x
  %next = getelementptr ptr, ptr %held, i32 1
  %q = load ptr, ptr %next
  store i32 %first, ptr %q
  %either = select i1 %c, ptr %q, ptr null
  store i32 %second, ptr %either
  ret void
}
