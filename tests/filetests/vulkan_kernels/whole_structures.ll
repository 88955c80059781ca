; Structures and arrays that are loaded and stored whole: vectors of three are where OpenCL C has them.
; RUN: forward --environment=vulkan1.3
; ENV: vulkan1.3
; LOSES: a kernel becomes a shader, whose interface is another one
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
define spir_kernel void @structure(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load { float, <3 x float>, i32 }, ptr addrspace(1) %in
  store { float, <3 x float>, i32 } %v, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @arrays(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %from = getelementptr [2 x <3 x i32>], ptr addrspace(1) %in, i32 %n
  %v = load [2 x <3 x i32>], ptr addrspace(1) %from
  %first = extractvalue [2 x <3 x i32>] %v, 0
  %w = insertvalue [2 x <3 x i32>] %v, <3 x i32> %first, 1
  store [2 x <3 x i32>] %w, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @argument(ptr byval({ <3 x half>, half }) align 8 %in, ptr addrspace(1) %out) {
  %v = load { <3 x half>, half }, ptr %in
  store { <3 x half>, half } %v, ptr addrspace(1) %out
  ret void
}
