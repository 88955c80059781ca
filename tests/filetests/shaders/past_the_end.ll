; Constant indices past the end of an array, which LLVM leaves undefined: a load of bytes past it is OpUndef, a store is none;
; a chain from the array itself is what the program says, whose index SPIR-V lets be out of bounds.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@t = external addrspace(10) global [4 x i32]
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %p = getelementptr i8, ptr addrspace(10) @t, i32 28
  %x = load i32, ptr addrspace(10) %p
  %q = getelementptr [4 x i32], ptr addrspace(10) @t, i32 0, i32 1
  store i32 %x, ptr addrspace(10) %q
  store i32 3, ptr addrspace(10) %p
  ret void
}
