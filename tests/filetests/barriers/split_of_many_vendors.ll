; SPV_EXT_split_barrier is SPV_INTEL_split_barrier with other names: both names call the one instruction.
; RUN: forward --spirv-ext=+SPV_EXT_split_barrier
; RUN: roundtrip --spirv-ext=+SPV_EXT_split_barrier
; NO-VAL: SPIRV-Tools knows the older extension alone
; COMPLAINT: 1st operand of Capability: operand SplitBarrierINTEL(6141) requires one of these extensions: SPV_INTEL_split_barrier
target triple = "spir64-unknown-unknown"

define spir_func void @f() {
  call spir_func void @_Z31__spirv_ControlBarrierArriveEXTiii(i32 2, i32 2, i32 260)
  call spir_func void @_Z31__spirv_ControlBarrierWaitINTELiii(i32 2, i32 2, i32 258)
  ret void
}

declare spir_func void @_Z31__spirv_ControlBarrierArriveEXTiii(i32, i32, i32)
declare spir_func void @_Z31__spirv_ControlBarrierWaitINTELiii(i32, i32, i32)
