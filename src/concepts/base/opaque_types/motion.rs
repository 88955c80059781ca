//! The types of motion estimation on subgroups (`SPV_INTEL_device_side_avc_motion_estimation`).

use super::rows::{Plain, plain};
use ::spirv::Op;

/// The types, without operands as others are.
#[rustfmt::skip]
pub(super) const TYPES: &[Plain] = &[
    plain(Op::TypeAvcMcePayloadINTEL, "AvcMcePayloadINTEL", 0, "ocl_intel_sub_group_avc_mce_payload_t", "intel_sub_group_avc_mce_payload_t"),
    plain(Op::TypeAvcImePayloadINTEL, "AvcImePayloadINTEL", 0, "ocl_intel_sub_group_avc_ime_payload_t", "intel_sub_group_avc_ime_payload_t"),
    plain(Op::TypeAvcRefPayloadINTEL, "AvcRefPayloadINTEL", 0, "ocl_intel_sub_group_avc_ref_payload_t", "intel_sub_group_avc_ref_payload_t"),
    plain(Op::TypeAvcSicPayloadINTEL, "AvcSicPayloadINTEL", 0, "ocl_intel_sub_group_avc_sic_payload_t", "intel_sub_group_avc_sic_payload_t"),
    plain(Op::TypeAvcMceResultINTEL, "AvcMceResultINTEL", 0, "ocl_intel_sub_group_avc_mce_result_t", "intel_sub_group_avc_mce_result_t"),
    plain(Op::TypeAvcImeResultINTEL, "AvcImeResultINTEL", 0, "ocl_intel_sub_group_avc_ime_result_t", "intel_sub_group_avc_ime_result_t"),
    plain(Op::TypeAvcRefResultINTEL, "AvcRefResultINTEL", 0, "ocl_intel_sub_group_avc_ref_result_t", "intel_sub_group_avc_ref_result_t"),
    plain(Op::TypeAvcSicResultINTEL, "AvcSicResultINTEL", 0, "ocl_intel_sub_group_avc_sic_result_t", "intel_sub_group_avc_sic_result_t"),
    plain(Op::TypeAvcImeResultSingleReferenceStreamoutINTEL, "AvcImeResultSingleReferenceStreamoutINTEL", 0, "ocl_intel_sub_group_avc_ime_result_single_reference_streamout_t", "intel_sub_group_avc_ime_result_single_reference_streamout_t"),
    plain(Op::TypeAvcImeResultDualReferenceStreamoutINTEL, "AvcImeResultDualReferenceStreamoutINTEL", 0, "ocl_intel_sub_group_avc_ime_result_dual_reference_streamout_t", "intel_sub_group_avc_ime_result_dual_reference_streamout_t"),
    plain(Op::TypeAvcImeSingleReferenceStreaminINTEL, "AvcImeSingleReferenceStreaminINTEL", 0, "ocl_intel_sub_group_avc_ime_single_reference_streamin_t", "intel_sub_group_avc_ime_single_reference_streamin_t"),
    plain(Op::TypeAvcImeDualReferenceStreaminINTEL, "AvcImeDualReferenceStreaminINTEL", 0, "ocl_intel_sub_group_avc_ime_dual_reference_streamin_t", "intel_sub_group_avc_ime_dual_reference_streamin_t"),
];
