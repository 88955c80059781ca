; A global that any pointer may point to is in memory that variables have, and cast.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@number = internal addrspace(4) global i32 7, align 4
@address = addrspace(1) global ptr addrspace(4) @number, align 8

define spir_func i32 @f() {
  %v = load i32, ptr addrspace(4) @number, align 4
  ret i32 %v
}
