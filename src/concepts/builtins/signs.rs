//! Properties of parameters in the names of friendly builtins that SPIR-V's types lack: which integers are unsigned,
//! which pointees constant.

use crate::binary::Instruction;
use crate::state::Reverse;
use ::spirv::{ImageOperands, Op};
use llvm_spirv_mangling::Type;

/// The mask of all operands.
const ALL: u32 = u32::MAX;

/// The index of the texel operand of `OpImageWrite`.
const TEXEL: usize = 2;

/// Returns a mask of the operands that are unsigned integers or point to them, a bit each. Integers in kernels have no
/// sign in SPIR-V, so that names have signed ones unless the instruction says otherwise.
fn unsigned(op: Op, name: &str) -> u32 {
    match op {
        Op::ConvertUToF | Op::UConvert | Op::SatConvertUToS => ALL,
        Op::AtomicUMax | Op::AtomicUMin => 0b1001,
        Op::BitFieldInsert => 0b1100,
        Op::BitFieldSExtract => 0b110,
        Op::BitFieldUExtract => 0b111,
        Op::SUDot | Op::SUDotAccSat => 0b10,
        Op::EnqueueMarker => 0b10,
        Op::ConvertHandleToImageINTEL | Op::ConvertHandleToSamplerINTEL | Op::ConvertHandleToSampledImageINTEL => 0b1,
        Op::GroupAsyncCopy => 0b11000,
        Op::GroupBroadcast | Op::GroupUMax | Op::GroupUMin => 0b100,
        Op::GroupNonUniformBallotBitExtract => 0b110,
        Op::GroupNonUniformBroadcast | Op::GroupNonUniformBallotBitCount => 0b100,
        Op::GroupNonUniformInverseBallot | Op::GroupNonUniformBallotFindLSB | Op::GroupNonUniformBallotFindMSB => 0b10,
        Op::GroupNonUniformRotateKHR | Op::GroupNonUniformUMax | Op::GroupNonUniformUMin => 0b1100,
        Op::SubgroupBlockReadINTEL => 0b1,
        Op::SubgroupBlockWriteINTEL => 0b11,
        Op::SubgroupBlockPrefetchINTEL => ALL,
        Op::SubgroupImageBlockWriteINTEL => 0b100,
        Op::SubgroupShuffleINTEL | Op::SubgroupShuffleXorINTEL => 0b10,
        Op::SubgroupShuffleDownINTEL | Op::SubgroupShuffleUpINTEL => 0b100,
        Op::GroupNonUniformShuffle | Op::GroupNonUniformShuffleXor => 0b100,
        Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => 0b100,
        _ if is_non_uniform_arithmetic(op) => 0b1000,
        _ if name.starts_with("OpSubgroupAvc") => unsigned_of_motion(op),
        _ if name.starts_with("OpU") => ALL,
        _ => 0,
    }
}

/// Returns a mask of the unsigned operands of a motion estimation instruction: all except motion vectors, as in OpenCL C.
fn unsigned_of_motion(op: Op) -> u32 {
    use Op::*;
    match op {
        SubgroupAvcBmeInitializeINTEL => 0xff,
        SubgroupAvcFmeInitializeINTEL | SubgroupAvcSicConfigureIpeLumaINTEL => 0x7f,
        SubgroupAvcSicConfigureIpeLumaChromaINTEL => 0x3ff,
        SubgroupAvcSicConfigureSkcINTEL => 0x1f,
        SubgroupAvcImeAdjustRefOffsetINTEL => 0b1110,
        SubgroupAvcImeSetDualReferenceINTEL => 0b100,
        SubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL
        | SubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL
        | SubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL
        | SubgroupAvcRefEvaluateWithMultiReferenceINTEL
        | SubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL
        | SubgroupAvcSicEvaluateWithMultiReferenceINTEL
        | SubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL => 0b110,
        SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL
        | SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL
        | SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL
        | SubgroupAvcImeSetSingleReferenceINTEL => 0b10,
        SubgroupAvcImeInitializeINTEL
        | SubgroupAvcMceSetMotionVectorCostFunctionINTEL
        | SubgroupAvcSicSetIntraLumaModeCostFunctionINTEL => 0b111,
        SubgroupAvcImeRefWindowSizeINTEL => 0b1,
        // Payloads and results, behind the numbers, have no sign.
        _ => 0b11,
    }
}

/// Returns whether an instruction computes over the active work-items and has the cluster size as its last operand.
fn is_non_uniform_arithmetic(op: Op) -> bool {
    use Op::*;
    let is_sum = matches!(op, GroupNonUniformIAdd | GroupNonUniformFAdd | GroupNonUniformIMul | GroupNonUniformFMul);
    let is_extreme =
        matches!(op, GroupNonUniformSMin | GroupNonUniformSMax | GroupNonUniformFMin | GroupNonUniformFMax);
    let is_bitwise = matches!(op, GroupNonUniformBitwiseAnd | GroupNonUniformBitwiseOr | GroupNonUniformBitwiseXor);
    let is_logical = matches!(op, GroupNonUniformLogicalAnd | GroupNonUniformLogicalOr | GroupNonUniformLogicalXor);
    is_sum || is_extreme || is_bitwise || is_logical
}

fn has_bit(mask: u32, index: usize) -> bool {
    mask >> index.min(31) & 1 == 1
}

/// Returns whether the operand with this index is signed.
pub(super) fn is_signed(r: &Reverse<'_>, inst: Instruction<'_>, index: usize) -> bool {
    if !r.hooks.has_signs.is_empty() {
        return false;
    }
    let is_texel = index == TEXEL && writes_unsigned(inst);
    !is_texel && !has_bit(unsigned(inst.opcode(), inst.name()), index)
}

/// Returns the parameter, with a constant pointee if the instruction only reads through it.
pub(super) fn qualified(op: Op, index: usize, param: Type) -> Type {
    let constant = match op {
        Op::GroupAsyncCopy => 0b100,
        Op::GenericPtrMemSemantics | Op::SubgroupBlockReadINTEL | Op::SubgroupBlockPrefetchINTEL => 0b1,
        _ => 0,
    };
    match param {
        Type::Pointer(mut pointer) if has_bit(constant, index) => {
            pointer.constant = true;
            Type::Pointer(pointer)
        }
        other => other,
    }
}

/// Returns whether an instruction writes unsigned integers to an image.
fn writes_unsigned(inst: Instruction<'_>) -> bool {
    let bits = inst.in_operands().get(3).filter(|_| inst.opcode() == Op::ImageWrite);
    bits.is_some_and(|bits| bits & ImageOperands::ZERO_EXTEND.bits() != 0)
}
