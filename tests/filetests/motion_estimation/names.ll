; Motion estimation by its names in OpenCL C: letters, overloads, images with a sampler, and what each kind of payload has.
; RUN: forward --spirv-ext=+SPV_INTEL_device_side_avc_motion_estimation
; RUN: roundtrip --spirv-ext=+SPV_INTEL_device_side_avc_motion_estimation
; RUN: roundtrip CL2.0 --spirv-ext=+SPV_INTEL_device_side_avc_motion_estimation
; NO-VAL: SPIRV-Tools does not know where the types of motion estimation stand
; COMPLAINT: TypeAvcRefPayloadINTEL must appear in a block
target triple = "spir64-unknown-unknown"

declare spir_func target("spirv.AvcImePayloadINTEL") @_Z34intel_sub_group_avc_ime_initializeDv2_thh(<2 x i16>, i8, i8)
declare spir_func target("spirv.AvcImePayloadINTEL") @_Z44intel_sub_group_avc_ime_set_single_referenceDv2_sh37ocl_intel_sub_group_avc_ime_payload_t(<2 x i16>, i8, target("spirv.AvcImePayloadINTEL"))
declare spir_func target("spirv.AvcImePayloadINTEL") @_Z62intel_sub_group_avc_ime_set_inter_base_multi_reference_penaltyh37ocl_intel_sub_group_avc_ime_payload_t(i8, target("spirv.AvcImePayloadINTEL"))
declare spir_func target("spirv.AvcImeResultINTEL") @_Z54intel_sub_group_avc_ime_evaluate_with_single_reference14ocl_image2d_roS_11ocl_sampler37ocl_intel_sub_group_avc_ime_payload_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), target("spirv.AvcImePayloadINTEL"))
declare spir_func i64 @_Z42intel_sub_group_avc_ime_get_motion_vectors36ocl_intel_sub_group_avc_ime_result_t(target("spirv.AvcImeResultINTEL"))
declare spir_func target("spirv.AvcRefResultINTEL") @_Z53intel_sub_group_avc_ref_evaluate_with_multi_reference14ocl_image2d_rojh11ocl_sampler37ocl_intel_sub_group_avc_ref_payload_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), i32, i8, target("spirv.Sampler"), target("spirv.AvcRefPayloadINTEL"))
declare spir_func target("spirv.AvcSicPayloadINTEL") @_Z37intel_sub_group_avc_sic_configure_ipehhhhhhttth37ocl_intel_sub_group_avc_sic_payload_t(i8, i8, i8, i8, i8, i8, i16, i16, i16, i8, target("spirv.AvcSicPayloadINTEL"))

define spir_func i64 @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %src, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %ref, target("spirv.Sampler") %sampler, target("spirv.AvcRefPayloadINTEL") %refp, target("spirv.AvcSicPayloadINTEL") %sicp, <2 x i16> %at, <2 x i16> %by) {
  %new = call spir_func target("spirv.AvcImePayloadINTEL") @_Z34intel_sub_group_avc_ime_initializeDv2_thh(<2 x i16> %at, i8 1, i8 2)
  %single = call spir_func target("spirv.AvcImePayloadINTEL") @_Z44intel_sub_group_avc_ime_set_single_referenceDv2_sh37ocl_intel_sub_group_avc_ime_payload_t(<2 x i16> %by, i8 0, target("spirv.AvcImePayloadINTEL") %new)
  %set = call spir_func target("spirv.AvcImePayloadINTEL") @_Z62intel_sub_group_avc_ime_set_inter_base_multi_reference_penaltyh37ocl_intel_sub_group_avc_ime_payload_t(i8 0, target("spirv.AvcImePayloadINTEL") %single)
  %result = call spir_func target("spirv.AvcImeResultINTEL") @_Z54intel_sub_group_avc_ime_evaluate_with_single_reference14ocl_image2d_roS_11ocl_sampler37ocl_intel_sub_group_avc_ime_payload_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %src, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %ref, target("spirv.Sampler") %sampler, target("spirv.AvcImePayloadINTEL") %set)
  %vectors = call spir_func i64 @_Z42intel_sub_group_avc_ime_get_motion_vectors36ocl_intel_sub_group_avc_ime_result_t(target("spirv.AvcImeResultINTEL") %result)
  %refined = call spir_func target("spirv.AvcRefResultINTEL") @_Z53intel_sub_group_avc_ref_evaluate_with_multi_reference14ocl_image2d_rojh11ocl_sampler37ocl_intel_sub_group_avc_ref_payload_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %src, i32 1, i8 2, target("spirv.Sampler") %sampler, target("spirv.AvcRefPayloadINTEL") %refp)
  %ipe = call spir_func target("spirv.AvcSicPayloadINTEL") @_Z37intel_sub_group_avc_sic_configure_ipehhhhhhttth37ocl_intel_sub_group_avc_sic_payload_t(i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i16 6, i16 7, i16 8, i8 9, target("spirv.AvcSicPayloadINTEL") %sicp)
  ret i64 %vectors
}
