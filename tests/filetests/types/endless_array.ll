; An array whose size no number of 64 bits holds is no array: the way back would refuse it, too.
; RUN: fails forward
target triple = "spir64-unknown-unknown"

define spir_func void @f(ptr addrspace(1) %p) {
  %q = getelementptr [18446744073709551615 x i8], ptr addrspace(1) %p, i64 0, i64 4
  store i8 0, ptr addrspace(1) %q
  ret void
}
