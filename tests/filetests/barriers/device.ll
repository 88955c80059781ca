; A barrier of the device needs an extension; one of a scope that is not known may be one.
; RUN: forward --spirv-ext=+SPV_INTEL_device_barrier
; NO-VAL: SPIRV-Tools does not know SPV_INTEL_device_barrier
; COMPLAINT: Invalid capability operand: 6185
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

define spir_kernel void @of(i32 %scope) {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 784)
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 %scope, i32 1, i32 784)
  ret void
}
