; Shaders cannot recurse.
; RUN: fails forward --environment=vulkan1.3
target triple = "spirv64-unknown-unknown"
define i32 @factorial(i32 %n) {
  %more = icmp ugt i32 %n, 1
  br i1 %more, label %again, label %end
again:
  %less = sub i32 %n, 1
  %rest = call i32 @factorial(i32 %less)
  %product = mul i32 %n, %rest
  ret i32 %product
end:
  ret i32 1
}
define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
  %result = call i32 @factorial(i32 %n)
  store i32 %result, ptr addrspace(1) %out
  ret void
}
