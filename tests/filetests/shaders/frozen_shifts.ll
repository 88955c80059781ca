; A shift and its `freeze` are one instruction in shaders; a shift with other uses is copied.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv-unknown-vulkan1.3-compute"

define void @main() #0 {
  %id = call i32 @llvm.spv.thread.id.i32(i32 0)
  %handle = call target("spirv.VulkanBuffer", [0 x i32], 12, 1) @llvm.spv.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p = call ptr addrspace(11) @llvm.spv.resource.getpointer(target("spirv.VulkanBuffer", [0 x i32], 12, 1) %handle, i32 %id)
  %x = load i32, ptr addrspace(11) %p, align 4
  %far = shl i32 %x, %id
  %alone = freeze i32 %far
  %both = lshr i32 %alone, %x
  %copy = freeze i32 %both
  %sum = add i32 %copy, %both
  store i32 %sum, ptr addrspace(11) %p, align 4
  ret void
}

declare i32 @llvm.spv.thread.id.i32(i32)
declare target("spirv.VulkanBuffer", [0 x i32], 12, 1) @llvm.spv.resource.handlefrombinding(i32, i32, i32, i32, ptr)
declare ptr addrspace(11) @llvm.spv.resource.getpointer(target("spirv.VulkanBuffer", [0 x i32], 12, 1), i32)

attributes #0 = { "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
