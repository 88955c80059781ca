; Rounding otherwise cannot be asked for.
; RUN: fails forward
target triple = "spir64-unknown-unknown"
define spir_kernel void @f(ptr addrspace(1) %out) {
  call void @llvm.set.rounding(i32 2)
  ret void
}
