//! Fixed-point numbers: products and quotients are computed in twice the width, rounded down, and truncated or
//! saturated.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use super::expand::Maker;
use crate::error::Result;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// Lowers `llvm.smul.fix`, `llvm.udiv.fix.sat` and similar intrinsics.
pub fn plain<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    signed: bool,
    is_product: bool,
    saturates: bool,
) -> Result<Value<'m>> {
    let (a, b, ty) = (argument(inst, 0)?, argument(inst, 1)?, inst.ty());
    let scale = argument(inst, 2)?.int_value().unwrap_or(0);
    let bits = ty.scalar().int_width();
    let double = w.emit.int_like(ty, 2 * bits)?;
    let mut m = Maker::new(w, double);
    let extend = if signed { O::SExt } else { O::ZExt };
    let (a, b) = (m.cast(extend, a, double)?, m.cast(extend, b, double)?);
    let shift = m.int(scale)?;
    let exact = match is_product {
        true => {
            let product = m.binary(O::Mul, a, b)?;
            m.binary(if signed { O::AShr } else { O::LShr }, product, shift)?
        }
        false => {
            let scaled = m.binary(O::Shl, a, shift)?;
            quotient(&mut m, signed, scaled, b)?
        }
    };
    let kept = if saturates { clamped(&mut m, signed, exact, bits)? } else { exact };
    m.cast(O::Trunc, kept, ty)
}

/// Emits a division that rounds down, as products are rounded.
fn quotient<'m>(m: &mut Maker<'_, 'm>, signed: bool, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    if !signed {
        return m.binary(O::UDiv, a, b);
    }
    let (quotient, rest) = (m.binary(O::SDiv, a, b)?, m.binary(O::SRem, a, b)?);
    let zero = m.int(0)?;
    let differing = m.binary(O::Xor, a, b)?;
    let negative = m.compare(P::Slt, differing, zero)?;
    let inexact = m.compare(P::Ne, rest, zero)?;
    let one = m.int(1)?;
    let less = m.binary(O::Sub, quotient, one)?;
    let down = m.select(inexact, less, quotient)?;
    m.select(negative, down, quotient)
}

/// Clamps a number to the range of an integer of `bits` bits.
fn clamped<'m>(m: &mut Maker<'_, 'm>, signed: bool, v: Value<'m>, bits: u32) -> Result<Value<'m>> {
    let most = m.low_bits(if signed { bits - 1 } else { bits })?;
    if !signed {
        return m.extreme(P::Ult, v, most);
    }
    let ones = m.ones()?;
    let least = m.binary(O::Xor, most, ones)?;
    let above = m.extreme(P::Sgt, v, least)?;
    m.extreme(P::Slt, above, most)
}

/// Lowers `llvm.clmul`: for each bit that is set in one number, the other number is shifted by its position, and all
/// are combined by `xor`.
pub fn carryless_product<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (a, b, ty): (_, _, Type<'m>) = (argument(inst, 0)?, argument(inst, 1)?, inst.ty());
    let mut m = Maker::new(w, ty);
    let (mut sum, zero) = (m.int(0)?, m.int(0)?);
    for bit in 0..ty.scalar().int_width() {
        let place = m.bit(bit)?;
        let masked = m.binary(O::And, b, place)?;
        let is_set = m.compare(P::Ne, masked, zero)?;
        let amount = m.int(bit.into())?;
        let shifted = m.binary(O::Shl, a, amount)?;
        let part = m.select(is_set, shifted, zero)?;
        sum = m.binary(O::Xor, sum, part)?;
    }
    Ok(sum)
}
