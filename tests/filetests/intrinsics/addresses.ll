; Pointers by distances in memory and by members; conversions that round; tokens of convergence, which leave nothing.
; RUN: roundtrip
target triple = "spir64-unknown-unknown"
%s = type { i32, [4 x i16] }

define spir_func void @f(ptr %in, ptr %out, i32 %n, float %x) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call spir_func void @g() convergent [ "convergencectrl"(token %t) ]
  %p = call ptr @llvm.load.relative(ptr %in, i32 %n)
  store i8 1, ptr %p
  %q = call ptr @llvm.preserve.struct.access.index(ptr elementtype(%s) %in, i32 1, i32 1)
  %q2 = call ptr @llvm.preserve.array.access.index(ptr elementtype([4 x i16]) %q, i32 1, i32 2)
  %q3 = call ptr @llvm.preserve.union.access.index(ptr %q2, i32 1)
  %q4 = call ptr @llvm.preserve.static.offset(ptr %q3)
  store i16 3, ptr %q4
  %h = call half @llvm.fptrunc.round(float %x, metadata !"round.upward")
  store half %h, ptr %out
  ret void
}

declare spir_func void @g() convergent
