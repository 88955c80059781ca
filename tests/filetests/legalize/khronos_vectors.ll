; Elements of an illegal vector in memory are cut out of larger ones.
; RUN: regularize khronos
target triple = "spir64-unknown-unknown"
@numbers = external addrspace(1) constant <3 x i64>, align 32
define spir_func i32 @f() {
  %v = load <6 x i32>, ptr addrspace(4) addrspacecast (ptr addrspace(1) @numbers to ptr addrspace(4)), align 32
  %a = extractelement <6 x i32> %v, i32 2
  %b = extractelement <6 x i32> %v, i32 5
  %sum = add i32 %a, %b
  ret i32 %sum
}
