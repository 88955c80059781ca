; A variable whose pointer is generic is one of the function, cast; its lifetime is that of the variable.
; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

define spir_func i32 @f(i32 %v) {
  %x = alloca i32, align 4, addrspace(4)
  call void @llvm.lifetime.start.p4(ptr addrspace(4) %x)
  store i32 %v, ptr addrspace(4) %x
  %y = load i32, ptr addrspace(4) %x
  call void @llvm.lifetime.end.p4(ptr addrspace(4) %x)
  ret i32 %y
}

declare void @llvm.lifetime.start.p4(ptr addrspace(4))
declare void @llvm.lifetime.end.p4(ptr addrspace(4))
