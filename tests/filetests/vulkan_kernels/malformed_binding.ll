; An interface variable without a binding.
; RUN: fails forward --environment=vulkan1.3
target triple = "spirv64-unknown-unknown"
define void @f(ptr "spirv.interface_var"="0" %out) "spirv.local_size"="1" {
  store i32 1, ptr %out
  ret void
}
