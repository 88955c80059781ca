//! Conversions with a rounding mode or saturation (SPIR-V 3.42.11 "Conversion Instructions").
//!
//! In LLVM IR: calls of `convert_uchar4_sat_rte`, or of `__spirv_ConvertFToU_Ruchar4_sat_rte` (S3-42). In SPIR-V:
//! conversions with the decorations `SaturatedConversion` and `FPRoundingMode`. Without either they are casts of LLVM
//! IR (see [`super::convert`]). `as_` functions, which clang resolves itself, are casts of bits.

#[cfg(test)]
mod tests;

use crate::binary::{DecorationView, Instruction};
use crate::concepts::base::{types, values};
use crate::concepts::builtins::{self, Effects, mangled};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Operand, Reverse, Target, lower};
use ::spirv::{Decoration, FPRoundingMode, Op};
use llvm_spirv_mangling::{self as mangling, Name, Postfix, Rounding, Type};

/// Rows: instruction, kinds of numbers that it takes and returns.
pub(crate) const CONVERSIONS: &[(Op, Kind, Kind)] = &[
    (Op::ConvertFToU, Kind::Float, Kind::Unsigned),
    (Op::ConvertFToS, Kind::Float, Kind::Signed),
    (Op::ConvertUToF, Kind::Unsigned, Kind::Float),
    (Op::ConvertSToF, Kind::Signed, Kind::Float),
    (Op::FConvert, Kind::Float, Kind::Float),
    (Op::UConvert, Kind::Unsigned, Kind::Unsigned),
    (Op::SConvert, Kind::Signed, Kind::Signed),
    (Op::SatConvertSToU, Kind::Signed, Kind::Unsigned),
    (Op::SatConvertUToS, Kind::Unsigned, Kind::Signed),
];

/// Rounding modes as decorations and as suffixes of names.
const ROUNDINGS: &[(FPRoundingMode, Rounding)] = &[
    (FPRoundingMode::RTE, Rounding::Rte),
    (FPRoundingMode::RTZ, Rounding::Rtz),
    (FPRoundingMode::RTP, Rounding::Rtp),
    (FPRoundingMode::RTN, Rounding::Rtn),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Float,
    Signed,
    Unsigned,
}

impl Kind {
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        match () {
            () if ty.is_float() => Some(Self::Float),
            () if ty.is_signed_integer() => Some(Self::Signed),
            () if ty.is_unsigned_integer() => Some(Self::Unsigned),
            () => None,
        }
    }
}

/// The conversion that a name denotes.
#[derive(Clone, Debug)]
pub struct Conversion {
    pub(crate) from: Type,
    pub(crate) to: Type,
    pub(crate) saturated: bool,
    pub(crate) rounding: Option<Rounding>,
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::SatConvertSToU, Op::SatConvertUToS], reverse)],
    resolve: Some(resolve),
    expresses: Some(|_, _, target, decoration| expresses(target, decoration)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a conversion.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some(to) = name.base.strip_prefix("as_").filter(|_| name.params.len() == 1).and_then(Type::from_spelling) {
        Kind::of(&to)?;
        return lower(|f, inst, _| forward_bits(f, inst));
    }
    let conversion = parse(name)?;
    let ours = plan(&conversion)?;
    lower(move |f, inst, _| forward(f, inst, ours))
}

/// Returns the conversion that `convert_<type>[_sat][_<rounding>]` names.
pub fn parse(name: &Name) -> Option<Conversion> {
    let [from] = name.params.as_slice() else { return None };
    let (rest, from) = (name.base.strip_prefix("convert_")?, from.clone());
    let (rest, rounding) = match rest.rsplit_once('_').map(|(rest, last)| (rest, Rounding::from_name(last))) {
        Some((rest, Some(rounding))) => (rest, Some(rounding)),
        _ => (rest, None),
    };
    let (rest, saturated) = rest.strip_suffix("_sat").map_or((rest, false), |rest| (rest, true));
    Some(Conversion { from, to: Type::from_spelling(rest)?, saturated, rounding })
}

/// The instruction for a conversion, with its decorations; no instruction for a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(crate) op: Option<Op>,
    pub(crate) saturated: bool,
    pub(crate) rounding: Option<Rounding>,
}

/// Returns the instruction for a conversion.
pub fn plan(conversion: &Conversion) -> Option<Plan> {
    let Conversion { from, to, saturated, rounding } = conversion;
    let (source, target) = (Kind::of(from)?, Kind::of(to)?);
    let same_width = from.element().bit_width() == to.element().bit_width();
    let floating = source == Kind::Float || target == Kind::Float;
    if source == target && same_width {
        return Some(Plan { op: None, saturated: false, rounding: None });
    }
    if floating {
        let op = CONVERSIONS.iter().find(|row| row.1 == source && row.2 == target)?.0;
        return Some(Plan { op: Some(op), saturated: *saturated && target != Kind::Float, rounding: *rounding });
    }
    // Between integers there is nothing to round.
    let narrows = from.element().bit_width() >= to.element().bit_width();
    let op = match (source, target) {
        _ if !saturated && same_width => None,
        // Without saturation only widening looks at the sign.
        (Kind::Signed, _) if !saturated && !narrows => Some(Op::SConvert),
        _ if !saturated => Some(Op::UConvert),
        _ => Some(CONVERSIONS.iter().find(|row| row.1 == source && row.2 == target)?.0),
    };
    Some(Plan { op, saturated: *saturated && source == target, rounding: None })
}

/// A call of a conversion.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, plan: Plan) -> Result<()> {
    let source = builtins::value(inst, 0)?;
    let operand = values::operand(f, source)?;
    let Some(op) = plan.op else { return f.bind(inst, operand) };
    let ty = types::forward(f, inst.ty())?;
    let result = f.define(inst, op, ty, &[operand.id])?;
    if plan.saturated {
        f.spv.decorate(result.id, Decoration::SaturatedConversion, &[])?;
    }
    match ROUNDINGS.iter().find(|row| Some(row.1) == plan.rounding) {
        Some((mode, _)) => f.spv.decorate(result.id, Decoration::FPRoundingMode, &[*mode as u32]),
        None => Ok(()),
    }
}

/// Translates `as_type`, where vectors of three components are as large as those of four.
fn forward_bits<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let source = builtins::value(inst, 0)?;
    let mut operand = values::operand(f, source)?;
    let (from, to) = (source.ty(), inst.ty());
    let wide = |count: u64| if count == 3 { 4 } else { count };
    if from.count() == 3 && to.count() != 3 {
        operand = resize(f, operand, from.scalar(), 4)?;
    }
    let three = to.count() == 3 && from.count() != 3;
    let component = types::forward(f, to.scalar())?;
    let ty = match three {
        true => types::vector_of(f, component, wide(to.count()) as u32)?,
        false => types::forward(f, to)?,
    };
    if operand.ty != ty {
        operand = f.emit_value(Op::Bitcast, ty, &[operand.id])?;
    }
    if three {
        operand = resize(f, operand, to.scalar(), 3)?;
    }
    f.bind(inst, operand)
}

/// Returns a vector resized to three or four components; an additional one is undefined.
fn resize<'m>(f: &mut Forward<'m>, vector: Operand, scalar: crate::llvm::Type<'m>, count: u32) -> Result<Operand> {
    let component = types::forward(f, scalar)?;
    let ty = types::vector_of(f, component, count)?;
    let lanes: &[u32] = if count == 3 { &[0, 1, 2] } else { &[0, 1, 2, u32::MAX] };
    let mut operands = vec![vector.id, vector.id];
    operands.extend_from_slice(lanes);
    f.emit_value(Op::VectorShuffle, ty, &operands)
}

// --- SPIR-V to LLVM ---

/// Returns whether it is a conversion between numbers.
pub fn is_conversion(op: Op) -> bool {
    CONVERSIONS.iter().any(|row| row.0 == op)
}

/// Translates a conversion to a call.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    let sat = r.spv.decoration(id, Decoration::SaturatedConversion).is_some();
    let mode = r.spv.decoration(id, Decoration::FPRoundingMode).and_then(|operands| operands.first().copied());
    let rounding = ROUNDINGS.iter().find(|row| Some(row.0 as u32) == mode).map(|row| row.1);
    let row = CONVERSIONS.iter().find(|row| row.0 == inst.opcode());
    let (_, source, target) =
        row.ok_or_else(|| inst.unsupported(format!("{} that saturates or rounds", inst.name())))?;
    let to = mangled(r, inst.result_type().unwrap_or_default(), *target == Kind::Signed)?;
    let spelling = mangling::spell(&to);
    if r.options.builtin_spelling != BuiltinSpelling::SpvIr && to.spelling().is_some() {
        let from = mangled(r, r.type_of(inst.operand(0)?)?, *source == Kind::Signed)?;
        let conversion = Conversion { from, to: to.clone(), saturated: true, rounding };
        let saturated = sat || matches!(inst.opcode(), Op::SatConvertSToU | Op::SatConvertUToS);
        let conversion = Conversion { saturated, ..conversion };
        let same = plan(&conversion) == Some(Plan { op: Some(inst.opcode()), saturated: sat, rounding });
        if same {
            return reverse_named(r, inst, &conversion, &spelling);
        }
    }
    builtins::reverse_as(r, inst, Postfix { return_type: Some(&spelling), other: Vec::new(), sat, rounding })
}

/// Translates a conversion to its name in OpenCL C.
pub fn reverse_named<'m>(
    r: &mut Reverse<'m>,
    inst: Instruction<'m>,
    conversion: &Conversion,
    spelling: &str,
) -> Result<()> {
    let mut base = format!("convert_{spelling}");
    if conversion.saturated {
        base.push_str("_sat");
    }
    if let Some(rounding) = conversion.rounding {
        base.push('_');
        base.push_str(rounding.as_str());
    }
    let (result, operand) = (r.result_ty(inst)?, r.operand(inst, 0)?);
    let params = std::slice::from_ref(&conversion.from);
    let value = builtins::call(r, &base, result, params, &[operand], Effects::None)?;
    r.define(inst, value)
}

/// Returns whether the name of a conversion expresses the decoration.
fn expresses(target: Target<'_>, decoration: &DecorationView<'_>) -> bool {
    let is_named = matches!(decoration.kind, Some(Decoration::FPRoundingMode | Decoration::SaturatedConversion));
    is_named && matches!(target, Target::Instruction(op, _) if is_conversion(op))
}
