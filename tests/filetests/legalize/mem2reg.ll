; Variables become values first, where that is asked for, but not in a function that is to be left as it is.
; RUN: forward khronos --spirv-mem2reg
target triple = "spir64-unknown-unknown"
define spir_func i32 @f(i32 %x, i1 %c) {
entry:
  %v = alloca i32
  store i32 %x, ptr %v
  br i1 %c, label %then, label %end
then:
  store i32 7, ptr %v
  br label %end
end:
  %r = load i32, ptr %v
  ret i32 %r
}
define spir_func i32 @left(i32 %x) noinline optnone {
  %v = alloca i32
  store i32 %x, ptr %v
  %r = load i32, ptr %v
  ret i32 %r
}
