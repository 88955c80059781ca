; RUN: fails forward
target triple = "spir64-unknown-unknown"

@table = addrspace(1) global [1 x ptr] [ptr @f], align 8

define spir_func void @f() {
  ret void
}
