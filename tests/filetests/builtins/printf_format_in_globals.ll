; RUN: forward
; RUN: roundtrip
; Without the extension a format must lie in constant memory: one that nobody changes is copied there, once.
target triple = "spir64-unknown-unknown"

@format = private unnamed_addr addrspace(1) constant [4 x i8] c"%d\0A\00", align 1

declare spir_func i32 @printf(ptr addrspace(1), ...)
declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4), ...)

define spir_kernel void @k(i32 %a) {
  %r = call spir_func i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @format, i32 %a)
  %s = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS4Kcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %a)
  ret void
}
