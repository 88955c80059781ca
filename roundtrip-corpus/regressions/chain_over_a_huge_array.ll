; A step over more bytes than 64 bits count.
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@a = internal addrspace(10) global [4 x float] undef

define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %n = load i32, ptr addrspace(10) @a
  %row = getelementptr [18446744073709551615 x float], ptr addrspace(10) @a, i32 %n
  store float 1.0, ptr addrspace(10) %row
  ret void
}
