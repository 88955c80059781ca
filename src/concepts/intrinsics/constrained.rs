//! `llvm.experimental.constrained.*`: arithmetic with a rounding mode and an exception behaviour.
//!
//! The rounding mode of a conversion is a decoration, as is that of divisions and square roots where
//! `SPV_INTEL_rounded_divide_sqrt` is allowed. The rounding mode of other instructions is lost, as is the exception
//! behaviour, which SPIR-V does not have.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument};
use crate::concepts::base::types;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Forward, availability};
use ::spirv::{Capability, Decoration, FPRoundingMode, Op, OpenClStd as Cl};

/// Returns the text of an argument that is a metadata string.
fn text(inst: Value<'_>, index: u32) -> &str {
    inst.call_arg(index).and_then(Value::as_metadata).and_then(|text| text.as_string()).unwrap_or_default()
}

/// Translates a conversion, with its rounding mode as a decoration.
pub fn convert<'m>(f: &mut Forward<'m>, inst: Value<'m>, conversion: Op) -> Result<()> {
    let result = emit::define_core(f, inst, conversion, 1)?;
    match mode(text(inst, 1)) {
        Some(mode) => f.spv.decorate(result.id, Decoration::FPRoundingMode, &[mode as u32]),
        None => Ok(()),
    }
}

/// Translates `llvm.fptrunc.round`, whose rounding mode must be one that SPIR-V has.
pub fn truncate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    match text(inst, 1) {
        name if mode(name).is_some() => convert(f, inst, Op::FConvert),
        name => Err(Error::of(Code::Intrinsic, format!("the intrinsic llvm.fptrunc.round with {name}"))),
    }
}

fn mode(name: &str) -> Option<FPRoundingMode> {
    Some(match name {
        "round.tonearest" => FPRoundingMode::RTE,
        "round.towardzero" => FPRoundingMode::RTZ,
        "round.upward" => FPRoundingMode::RTP,
        "round.downward" => FPRoundingMode::RTN,
        _ => return None,
    })
}

/// A division.
pub fn divide<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let result = emit::define_core(f, inst, Op::FDiv, 2)?;
    rounded_by_extension(f, result.id, text(inst, 2))
}

/// A square root.
pub fn square_root<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (ty, x) = (types::forward(f, inst.ty())?, arg(f, inst, 0)?);
    let words = emit::ext_operands(f, Cl::sqrt, &[x])?;
    let result = f.define(inst, Op::ExtInst, ty, &words)?;
    rounded_by_extension(f, result.id, text(inst, 1))
}

fn rounded_by_extension(f: &mut Forward<'_>, id: Id, name: &str) -> Result<()> {
    let Some(mode) = mode(name).filter(|_| availability::allows(f.options, "SPV_INTEL_rounded_divide_sqrt")) else {
        return Ok(());
    };
    f.spv.require(Capability::RoundedDivideSqrtINTEL);
    f.spv.decorate(id, Decoration::FPRoundingMode, &[mode as u32])
}

/// A comparison.
pub fn compare<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let op = match text(inst, 2) {
        "oeq" => Op::FOrdEqual,
        "ogt" => Op::FOrdGreaterThan,
        "oge" => Op::FOrdGreaterThanEqual,
        "olt" => Op::FOrdLessThan,
        "ole" => Op::FOrdLessThanEqual,
        "one" => Op::FOrdNotEqual,
        "ord" => Op::Ordered,
        "ueq" => Op::FUnordEqual,
        "ugt" => Op::FUnordGreaterThan,
        "uge" => Op::FUnordGreaterThanEqual,
        "ult" => Op::FUnordLessThan,
        "ule" => Op::FUnordLessThanEqual,
        "une" => Op::FUnordNotEqual,
        "uno" => Op::Unordered,
        other => return Err(Error::of(Code::Intrinsic, format!("the comparison {other:?}"))),
    };
    argument(inst, 1)?;
    let ty = types::forward(f, inst.ty())?;
    let operands = [arg(f, inst, 0)?, arg(f, inst, 1)?];
    f.define(inst, op, ty, &operands).map(drop)
}
