; Results that have the type of an operand, whatever becomes of the notes of their types: passes drop them, or put a value of
; another sign in the operand's place.
; RUN: forward
; ENV: vulkan1.3
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%Buffer = type { i32, i32, i32, i32 }
@buffer = external addrspace(11) global %Buffer, !spirv.Decorations !0
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %x = load i32, ptr addrspace(11) @buffer, align 4
  %sum = call spir_func i32 @_Z27__spirv_GroupNonUniformIAddjji(i32 3, i32 0, i32 %x)
  %field = call spir_func i32 @_Z24__spirv_BitFieldSExtractijj(i32 %sum, i32 %x, i32 2)
  %reversed = call i32 @llvm.bitreverse.i32(i32 %field), !spirv.Type !3
  %unsigned = call i32 @llvm.bitreverse.i32(i32 %x), !spirv.Type !4
  %copy = call spir_func i32 @_Z18__spirv_CopyObjecti(i32 %reversed)
  %old = call spir_func i32 @_Z18__spirv_AtomicIAddPU4AS11jjjj(ptr addrspace(11) @buffer, i32 1, i32 0, i32 %copy)
  %at = getelementptr i8, ptr addrspace(11) @buffer, i32 8
  %both = xor i32 %old, %unsigned
  store i32 %both, ptr addrspace(11) %at, align 4
  ret void
}
declare spir_func i32 @_Z27__spirv_GroupNonUniformIAddjji(i32, i32, i32)
declare spir_func i32 @_Z24__spirv_BitFieldSExtractijj(i32, i32, i32)
declare spir_func i32 @_Z18__spirv_CopyObjecti(i32)
declare spir_func i32 @_Z18__spirv_AtomicIAddPU4AS11jjjj(ptr addrspace(11), i32, i32, i32)
declare i32 @llvm.bitreverse.i32(i32)
!0 = !{!1, !2}
!1 = !{i32 34, i32 0}
!2 = !{i32 33, i32 0}
!3 = !{!"signed"}
!4 = !{!"signed"}
