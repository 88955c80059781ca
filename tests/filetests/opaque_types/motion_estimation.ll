; Types of motion estimation, by their extension.
; RUN: roundtrip --spirv-ext=+SPV_INTEL_device_side_avc_motion_estimation
; RUN: forward --spirv-ext=+SPV_INTEL_device_side_avc_motion_estimation
; NO-VAL: SPIRV-Tools does not take these for types
; COMPLAINT: TypeAvcMcePayloadINTEL must appear in a block
target triple = "spir64-unknown-unknown"

define spir_func void @f(target("spirv.AvcMcePayloadINTEL") %payload, target("spirv.AvcImeResultDualReferenceStreamoutINTEL") %result) {
  %memory = alloca target("spirv.AvcMcePayloadINTEL"), align 4
  store target("spirv.AvcMcePayloadINTEL") zeroinitializer, ptr %memory, align 4
  ret void
}
