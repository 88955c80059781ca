; Shaders have no function pointers.
; RUN: fails forward --environment=vulkan1.3
target triple = "spirv64-unknown-unknown"
define i32 @one() {
  ret i32 1
}
define spir_kernel void @kernel(ptr addrspace(1) %out, i1 %choice) {
  %function = select i1 %choice, ptr @one, ptr null
  %result = call i32 %function()
  store i32 %result, ptr addrspace(1) %out
  ret void
}
