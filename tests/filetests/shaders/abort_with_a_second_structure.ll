; The message of an abort is of a type whose name ends in a number, and so does the name of the function: nothing follows the abort.
; RUN: forward --spirv-ext=+SPV_KHR_abort
; RUN: roundtrip --spirv-ext=+SPV_KHR_abort
; ENV: vulkan1.3
; NO-VAL: SPIRV-Tools does not know the capability
; COMPLAINT: Invalid capability operand: 5120
target datalayout = "e-p:32:32-p5349:64:64-i64:64-v24:8-v48:16-v96:32-v192:64-n8:16:32-G10"
target triple = "spirv1.6-unknown-vulkan1.3-compute"
%message.0 = type { i32, i32 }
define void @main() #0 {
  %a = insertvalue %message.0 poison, i32 9, 0
  %b = insertvalue %message.0 %a, i32 7, 1
  call spir_func void @_Z16__spirv_AbortKHR9message.0(%message.0 %b)
  unreachable
}
declare spir_func void @_Z16__spirv_AbortKHR9message.0(%message.0) #1
attributes #0 = { nounwind "hlsl.numthreads"="1,1,1" "hlsl.shader"="compute" }
attributes #1 = { convergent noreturn nounwind }
