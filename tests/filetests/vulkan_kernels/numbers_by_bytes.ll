; A number of a function that is read byte by byte; a byte that nobody has written; null, which nothing accesses.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target triple = "spirv64-unknown-unknown"
define spir_kernel void @bytes(ptr addrspace(1) %out, i32 %n, i32 %at) {
  %own = alloca i32, align 4
  store i32 %n, ptr %own, align 4
  %place = getelementptr i8, ptr %own, i32 %at
  %byte = load i8, ptr %place, align 1
  store i8 %byte, ptr addrspace(1) %out, align 1
  ret void
}
define spir_kernel void @nowhere(ptr addrspace(1) %a, ptr addrspace(1) %out, ptr addrspace(3) %shared, i1 %is, i32 %n) {
entry:
  br i1 %is, label %set, label %join
set:
  %place = getelementptr float, ptr addrspace(3) %shared, i32 %n
  br label %join
join:
  %chosen = phi ptr addrspace(3) [ poison, %entry ], [ %place, %set ]
  br i1 %is, label %use, label %exit
use:
  %value = load float, ptr addrspace(3) %chosen
  store float %value, ptr addrspace(1) %out
  br label %exit
exit:
  %nothing = load i32, ptr addrspace(4) null
  store i32 %nothing, ptr addrspace(4) null
  ret void
}
