; A tensor has as many numbers as its rank says, or none.
; RUN: fails forward --spirv-ext=+SPV_ARM_tensors
; ENV: vulkan1.3
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
@from = external addrspace(2) constant target("spirv.TensorARM", float, 3, 4, 4)
define void @main() "hlsl.shader"="compute" "hlsl.numthreads"="1,1,1" {
  %a = load target("spirv.TensorARM", float, 3, 4, 4), ptr addrspace(2) @from
  ret void
}
