; From SPIR-V 1.4 on an entry point lists the variables that it uses, through calls and initialisers too, and no others.
; RUN: forward
target triple = "spirv64v1.4-unknown-unknown"

@first = addrspace(1) global i32 1, align 4
@second = addrspace(1) global ptr addrspace(1) @first, align 8
@other = addrspace(1) global i32 2, align 4

define spir_func i32 @f() {
  %p = load ptr addrspace(1), ptr addrspace(1) @second, align 8
  %v = load i32, ptr addrspace(1) %p, align 4
  ret i32 %v
}

define spir_kernel void @uses(ptr addrspace(1) %out) {
  %v = call spir_func i32 @f()
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}

define spir_kernel void @uses_other(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) @other, align 4
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
