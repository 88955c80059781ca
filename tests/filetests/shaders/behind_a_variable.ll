; Constant addresses behind the last member of a variable: what is there is not the program's. A load is OpUndef, a store none.
; RUN: forward
; ENV: vulkan1.3
; NO-ROUND-TRIP: accesses are gone
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%B = type { i32, [4 x i32] }
@b = external addrspace(10) global %B
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %x = load i32, ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @b, i32 2664)
  store i32 %x, ptr addrspace(10) @b
  store i32 3, ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @b, i32 20)
  ret void
}
