; A printf whose format is outside of constant memory keeps its friendly name in Khronos mode.
; RUN: roundtrip khronos CL2.0 --spirv-ext=+SPV_EXT_relaxed_printf_string_address_space
target triple = "spir64-unknown-unknown"

define spir_func i32 @relaxed(ptr addrspace(1) %format) {
  %1 = call spir_func i32 @_Z18__spirv_ocl_printfPU3AS1ci(ptr addrspace(1) %format, i32 1)
  ret i32 %1
}

define spir_func i32 @usual(ptr addrspace(2) %format) {
  %1 = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format, i32 1)
  ret i32 %1
}

declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS1ci(ptr addrspace(1), i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)
