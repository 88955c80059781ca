; Integers of 8 bits in memory stay what they are there, and need what the environment lacks.
; RUN: fails forward --environment=vulkan1.0
; COVERS: s4_100 s4_102
target triple = "spirv-unknown-vulkan1.0-compute"
@out = external addrspace(10) global i8
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="4,2,1" {
  %v = load i8, ptr addrspace(10) @out
  %w = add i8 %v, 3
  store i8 %w, ptr addrspace(10) @out
  ret void
}
