; RUN: forward
; RUN: roundtrip
target triple = "spir64-unknown-unknown"

@format = private unnamed_addr addrspace(2) constant [4 x i8] c"%d\0A\00", align 1

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k(i32 %a) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %a)
  ret void
}
