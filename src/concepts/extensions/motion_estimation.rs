//! Motion estimation of sub-groups (`SPV_INTEL_device_side_avc_motion_estimation`;
//! `cl_intel_device_side_avc_motion_estimation`).
//!
//! In LLVM IR: calls of `__spirv_SubgroupAvcImeInitializeINTEL`, or of `intel_sub_group_avc_ime_initialize` in OpenCL
//! C. In OpenCL C the images and their sampler are separate arguments, which `OpVmeImageINTEL` combines in SPIR-V.
//! Instructions that SPIR-V has only for the common (Mce) payload and result types exist in OpenCL C also for each
//! specific type: the argument is converted first, and a payload is converted back. Lost: the specific type in the name
//! of such a call.

use crate::binary::grammar;
use crate::binary::{Id, Instruction};
use crate::concepts::base::{types, values};
use crate::concepts::builtins::{self, Effects, generic};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::hooks::Interceptor;
use crate::state::{Chapter, Forward, Lower, Operand, Reverse, lower};
use ::spirv::{Capability, Op};
use llvm_spirv_mangling::Name;

const PREFIX: &str = "intel_sub_group_avc_";
/// The name that the Khronos translator gives an image with its sampler.
const MADE: &str = "TempSampledImage";

/// Rows for names that do not determine the instruction: name in OpenCL C behind the prefix, number of its arguments, instruction.
const ROWS: &[(&str, u32, Op)] = &[
    ("sic_configure_ipe", 8, Op::SubgroupAvcSicConfigureIpeLumaINTEL),
    ("sic_configure_ipe", 11, Op::SubgroupAvcSicConfigureIpeLumaChromaINTEL),
    ("ref_evaluate_with_multi_reference", 5, Op::SubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL),
    ("sic_evaluate_with_multi_reference", 5, Op::SubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL),
    (
        "ime_get_streamout_major_shape_motion_vectors",
        2,
        Op::SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL,
    ),
    (
        "ime_get_streamout_major_shape_motion_vectors",
        3,
        Op::SubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL,
    ),
    (
        "ime_get_streamout_major_shape_distortions",
        2,
        Op::SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL,
    ),
    (
        "ime_get_streamout_major_shape_distortions",
        3,
        Op::SubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL,
    ),
    (
        "ime_get_streamout_major_shape_reference_ids",
        2,
        Op::SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL,
    ),
    (
        "ime_get_streamout_major_shape_reference_ids",
        3,
        Op::SubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL,
    ),
];

/// The operands that are signed in OpenCL C: instruction, places.
const SIGNED: &[(Op, std::ops::Range<usize>)] = &[
    (Op::SubgroupAvcImeRefWindowSizeINTEL, 1..2),
    (Op::SubgroupAvcImeAdjustRefOffsetINTEL, 0..1),
    (Op::SubgroupAvcImeSetSingleReferenceINTEL, 0..1),
    (Op::SubgroupAvcImeSetDualReferenceINTEL, 0..2),
];

/// Rows for the specific types: part of the name, conversions of the payload to the common type and back, conversion of the result.
const KINDS: &[(&str, [Op; 2], Op)] = &[
    (
        "ime_",
        [Op::SubgroupAvcImeConvertToMcePayloadINTEL, Op::SubgroupAvcMceConvertToImePayloadINTEL],
        Op::SubgroupAvcImeConvertToMceResultINTEL,
    ),
    (
        "ref_",
        [Op::SubgroupAvcRefConvertToMcePayloadINTEL, Op::SubgroupAvcMceConvertToRefPayloadINTEL],
        Op::SubgroupAvcRefConvertToMceResultINTEL,
    ),
    (
        "sic_",
        [Op::SubgroupAvcSicConvertToMcePayloadINTEL, Op::SubgroupAvcMceConvertToSicPayloadINTEL],
        Op::SubgroupAvcSicConvertToMceResultINTEL,
    ),
];

/// The capabilities that instructions need besides the one of the extension.
const PARTS: [Capability; 2] =
    [Capability::SubgroupAvcMotionEstimationIntraINTEL, Capability::SubgroupAvcMotionEstimationChromaINTEL];

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    resolve: Some(resolve),
    require_for_result: Some(|f, op, _| {
        require(f, op);
        Ok(())
    }),
    intercept: Some(Interceptor { applies, translate: reverse }),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is one of motion estimation in OpenCL C.
fn resolve(name: &Name) -> Option<Lower> {
    let words = name.base.strip_prefix(PREFIX)?.to_owned();
    let count = u32::try_from(name.params.len()).ok()?;
    if let Some(op) = instruction(&words, count) {
        return match words.contains("_evaluate_") {
            true => lower(move |f, inst, _| forward_images(f, inst, op)),
            false => lower(move |f, inst, name| generic::forward(f, inst, name, op)),
        };
    }
    let kind = KINDS.iter().find(|kind| words.starts_with(kind.0))?;
    let op = instruction(&format!("mce_{}", words.strip_prefix(kind.0)?), count)?;
    match words.contains("_set_") {
        true => lower(move |f, inst, _| forward_converted(f, inst, op, (kind.1[0], Some(kind.1[1])))),
        false => lower(move |f, inst, _| forward_converted(f, inst, op, (kind.2, None))),
    }
}

/// Returns the instruction for a name behind the prefix and a number of arguments.
fn instruction(words: &str, count: u32) -> Option<Op> {
    if let Some(row) = ROWS.iter().find(|row| row.0 == words && row.1 == count) {
        return Some(row.2);
    }
    let capital = |word: &str| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default();
    let camel: String = words.split('_').map(capital).collect();
    format!("SubgroupAvc{camel}INTEL").parse().ok()
}

/// Declares the capabilities of an instruction besides the first one.
fn require(f: &mut Forward<'_>, op: Op) {
    let info = grammar::info_or_unknown(op as u16);
    for part in PARTS.iter().filter(|part| info.requires.capabilities.contains(part)) {
        f.spv.require(*part);
    }
}

/// Translates an evaluation: each image is combined with the sampler behind the images.
fn forward_images<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let given = inst.call_args().map(|arg| values::operand(f, arg)).collect::<Result<Vec<_>>>()?;
    let sampler = f.spv.unique_type(Op::TypeSampler, &[])?;
    let at = given.iter().position(|operand| operand.ty == sampler);
    let at = at.ok_or_else(|| Error::invalid("an evaluation of motion estimation without a sampler"))?;
    generic::require(f, grammar::info_or_unknown(op as u16))?;
    require(f, op);
    let (before, behind) = given.split_at(at);
    let mut operands = Vec::new();
    for (arg, operand) in inst.call_args().zip(before) {
        operands.push(match arg.ty().scalar().is_int() {
            true => operand.id,
            false => image(f, *operand, behind.first().map_or(0, |sampler| sampler.id))?,
        });
    }
    operands.extend(behind.iter().skip(1).map(|operand| operand.id));
    builtins::define_or_emit(f, inst, op, &operands)
}

/// `OpVmeImageINTEL` of an image and a sampler.
fn image(f: &mut Forward<'_>, image: Operand, sampler: Id) -> Result<Id> {
    let ty = f.spv.unique_type(Op::TypeVmeImageINTEL, &[image.ty])?;
    let made = f.emit_value(Op::VmeImageINTEL, ty, &[image.id, sampler])?.id;
    if f.options.policy.names_intermediate_values {
        f.spv.name(made, MADE)?;
    }
    Ok(made)
}

/// Translates an instruction whose last argument is converted to the common type, and whose result, if it is a payload,
/// is converted back.
fn forward_converted<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, (to, back): (Op, Option<Op>)) -> Result<()> {
    generic::require(f, grammar::info_or_unknown(op as u16))?;
    require(f, op);
    let mut operands = inst.call_args().map(|arg| Ok(values::operand(f, arg)?.id)).collect::<Result<Vec<_>>>()?;
    let common = if back.is_some() { Op::TypeAvcMcePayloadINTEL } else { Op::TypeAvcMceResultINTEL };
    let common = f.spv.unique_type(common, &[])?;
    if let Some(last) = operands.last_mut() {
        *last = f.emit_value(to, common, &[*last])?.id;
    }
    let ty = types::forward(f, inst.ty())?;
    match back {
        None => f.define(inst, op, ty, &operands).map(drop),
        Some(back) => {
            let value = f.emit_value(op, common, &operands)?;
            f.define(inst, back, ty, &[value.id]).map(drop)
        }
    }
}

// --- SPIR-V to LLVM ---

fn applies(r: &Reverse<'_>) -> bool {
    r.options.builtin_spelling != BuiltinSpelling::SpvIr
        && r.spv.has_capability(Capability::SubgroupAvcMotionEstimationINTEL)
}

/// An instruction under its name in OpenCL C.
fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    // Its image and its sampler are arguments of what takes it.
    if inst.opcode() == Op::VmeImageINTEL {
        return Ok(true);
    }
    let Some(words) = words(inst.opcode()) else { return Ok(false) };
    let mut ids: Vec<Id> = Vec::new();
    let mut sampler = None;
    for id in inst.in_operands() {
        match r.spv.definition(*id).filter(|made| made.opcode() == Op::VmeImageINTEL) {
            Some(made) => {
                ids.push(made.in_operands().first().copied().unwrap_or_default());
                sampler = made.in_operands().get(1).copied();
            }
            None => ids.push(*id),
        }
    }
    if let Some(sampler) = sampler {
        let at = sampler_place(r, &ids)?;
        ids.insert(at, sampler);
    }
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (index, id) in ids.iter().enumerate() {
        params.push(builtins::mangled(r, r.type_of(*id)?, is_signed(inst.opcode(), index))?);
        args.push(r.value(*id)?);
    }
    let name = format!("{PREFIX}{words}");
    let result = r.result_ty(inst)?;
    let call = builtins::call(r, &name, result, &params, &args, Effects::Convergent)?;
    r.define(inst, call).map(|()| true)
}

/// Returns the index of the sampler argument: in front of the payload, the first operand that is neither an image nor an integer.
fn sampler_place(r: &Reverse<'_>, ids: &[Id]) -> Result<usize> {
    for (index, id) in ids.iter().enumerate() {
        let ty = r.spv.definition(r.type_of(*id)?).map(|ty| ty.opcode());
        if !matches!(ty, Some(Op::TypeImage | Op::TypeInt)) {
            return Ok(index);
        }
    }
    Ok(ids.len())
}

fn is_signed(op: Op, index: usize) -> bool {
    SIGNED.iter().any(|(signed, places)| *signed == op && places.contains(&index))
}

/// The name in OpenCL C behind the prefix.
fn words(op: Op) -> Option<String> {
    if let Some(row) = ROWS.iter().find(|row| row.2 == op) {
        return Some(row.0.to_owned());
    }
    let name = grammar::info(op as u16)?.name;
    let camel = name.strip_prefix("OpSubgroupAvc")?.strip_suffix("INTEL")?;
    let mut words = String::new();
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    Some(words)
}
