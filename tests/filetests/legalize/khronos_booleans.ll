; Khronos mode extends booleans by a selection, truncates to them by a comparison, shifts them as 32 bits, and lets them
; lie in memory as they are.
; RUN: regularize khronos
target triple = "spir64-unknown-unknown"
define spir_func i32 @f(i1 %a, i1 %b, i32 %n, ptr addrspace(1) %p) {
  %low = trunc i32 %n to i1
  %shifted = shl i1 %a, %b
  %wide = zext i1 %shifted to i32
  store i1 %shifted, ptr addrspace(1) %p, align 1
  %loaded = load i1, ptr addrspace(1) %p, align 1
  %sign = sext i1 %loaded to i32
  %sum = add i32 %wide, %sign
  %other = zext i1 %low to i32
  %all = add i32 %sum, %other
  ret i32 %all
}
