//! Constants: numbers, and specialization constants.

use super::name;
use super::types::scalar_name;
use crate::binary::{Decoration, Id, Instruction, Module, Op};
use crate::error::Result;

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum Number {
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A floating-point number of IEEE 754.
    Float(f64),
    /// The bits of any other number.
    Bits(u64),
}

/// A specialization constant: one that can be set when a pipeline is created.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct SpecConstant {
    /// The result id.
    pub id: u32,
    /// The `SpecId`.
    pub spec_id: u32,
    /// Its name.
    pub name: Option<String>,
    /// The name of its type.
    pub type_name: String,
    /// Its width in bits; 1 for booleans.
    pub width: u32,
    /// The value that it has unless it is set.
    pub default: Number,
    /// The bits of the default, as in [`Options::spec_constants`](crate::options::Options::spec_constants).
    pub bits: u64,
}

/// Returns the constants that have a `SpecId`.
pub(super) fn spec_constants(module: &Module<'_>) -> Result<Vec<SpecConstant>> {
    let mut found = Vec::new();
    for inst in module.globals() {
        let Some((id, spec_id)) = inst.result_id().and_then(|id| Some((id, spec_id(module, id)?))) else { continue };
        let Some(default) = number(module, inst)? else { continue };
        let definition = inst.result_type().and_then(|ty| module.definition(ty));
        let width = definition.and_then(|ty| ty.in_operands().first().copied()).unwrap_or(1);
        let bits = match default {
            Number::Bool(value) => value.into(),
            _ => bits(inst),
        };
        let type_name = definition.map(scalar_name).transpose()?.unwrap_or_default();
        found.push(SpecConstant { id, spec_id, name: name(module, id), type_name, width, default, bits });
    }
    Ok(found)
}

/// Returns the `SpecId` of a constant.
pub(super) fn spec_id(module: &Module<'_>, id: Id) -> Option<u32> {
    module.decoration(id, Decoration::SpecId).and_then(|words| words.first().copied())
}

/// Returns the value of a scalar constant, or the default of a specialization constant.
fn number(module: &Module<'_>, inst: Instruction<'_>) -> Result<Option<Number>> {
    match inst.opcode() {
        Op::ConstantTrue | Op::SpecConstantTrue => return Ok(Some(Number::Bool(true))),
        Op::ConstantFalse | Op::SpecConstantFalse => return Ok(Some(Number::Bool(false))),
        Op::Constant | Op::SpecConstant => {}
        _ => return Ok(None),
    }
    let Some(ty) = inst.result_type().and_then(|ty| module.definition(ty)) else { return Ok(None) };
    let (bits, width) = (bits(inst), ty.operand(0)?);
    Ok(Some(match (ty.opcode(), width) {
        (Op::TypeInt, _) if ty.operand(1)? == 1 => Number::Signed(sign_extended(bits, width)),
        (Op::TypeInt, _) => Number::Unsigned(bits),
        (Op::TypeFloat, 16) if ty.in_operands().len() == 1 => Number::Float(half(bits as u16)),
        (Op::TypeFloat, 32) => Number::Float(f32::from_bits(bits as u32).into()),
        (Op::TypeFloat, 64) => Number::Float(f64::from_bits(bits)),
        _ => Number::Bits(bits),
    }))
}

/// Returns the bits of a number, the first 64 at most.
fn bits(inst: Instruction<'_>) -> u64 {
    match inst.in_operands() {
        [low, high, ..] => u64::from(*high) << 32 | u64::from(*low),
        [low] => u64::from(*low),
        [] => 0,
    }
}

/// Returns an integer of this width, sign-extended.
pub(super) fn sign_extended(bits: u64, width: u32) -> i64 {
    let unused = 64_u32.saturating_sub(width).min(63);
    ((bits << unused) as i64) >> unused
}

/// Returns the value of a half, given by its bits.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        assert_eq!([half(0x3C00), half(0xC000), half(0x0001), half(0x7BFF)], [1.0, -2.0, 2f64.powi(-24), 65504.0]);
        assert!(half(0x7C00).is_infinite() && half(0x7E00).is_nan());
    }

    #[test]
    fn signs() {
        assert_eq!(
            (sign_extended(0xFFFF, 16), sign_extended(0x7FFF, 16), sign_extended(u64::MAX, 64)),
            (-1, 32767, -1)
        );
    }
}
