; Khronos mode wants the extension for a format that is not in constant memory.
; RUN: forward khronos --spirv-ext=+SPV_EXT_relaxed_printf_string_address_space
; RUN: fails forward khronos
; NO-ROUND-TRIP: the way back is OpenCL's printf
target triple = "spir64-unknown-unknown"

@format = internal addrspace(1) constant [3 x i8] c"%d\00"

define spir_kernel void @k(i32 %number) {
  %1 = call spir_func i32 (ptr addrspace(1), ...) @printf(ptr addrspace(1) @format, i32 %number)
  ret void
}

declare spir_func i32 @printf(ptr addrspace(1), ...)
