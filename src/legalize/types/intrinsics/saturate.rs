//! `llvm.fptosi.sat` and `llvm.fptoui.sat` to booleans, to narrow integers, and to integers that have no wider legal
//! type; for the latter, the floating-point number is compared with the ends of the range.

use super::super::casts;
use super::super::rewrite::Rewriter;
use super::arguments::argument;
use super::expand::Maker;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode as O, Predicate as R, Type, TypeKind, Value};

/// Returns the parts of the result of a saturating conversion.
pub fn convert<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str, signed: bool) -> Result<Vec<Value<'m>>> {
    let (v, ty) = (argument(inst, 0)?, inst.ty());
    let value = match ty.scalar().int_width() {
        1 => boolean(w, v, signed)?,
        0..64 => return casts::from_float_saturated(w, inst, name, signed),
        _ => wide(w, v, ty, signed)?,
    };
    Ok(w.expanded(value)?.to_vec())
}

/// Lowers a saturating conversion to booleans: the result is set if the number is at least 1, or, for signed booleans,
/// at most -1.
fn boolean<'m>(w: &mut Rewriter<'m>, v: Value<'m>, signed: bool) -> Result<Value<'m>> {
    let (limit, predicate) = if signed { (-1.0, R::Ole) } else { (1.0, R::Oge) };
    let limit = number(w, v.ty(), 0, limit < 0.0)?;
    let inst = w.emit.builder.compare_float(predicate, v, limit);
    w.made(inst)
}

fn wide<'m>(w: &mut Rewriter<'m>, v: Value<'m>, ty: Type<'m>, signed: bool) -> Result<Value<'m>> {
    let bits = ty.scalar().int_width();
    let exponent = if signed { bits - 1 } else { bits };
    let (end, zero) = (number(w, v.ty(), exponent, false)?, w.emit.context.const_null(v.ty())?);
    let start = if signed { number(w, v.ty(), exponent, true)? } else { zero };
    let cast = w.emit.builder.cast(if signed { O::FpToSi } else { O::FpToUi }, v, ty);
    let within = w.made(cast)?;
    let mut ask = |predicate, limit| {
        let inst = w.emit.builder.compare_float(predicate, v, limit);
        w.made(inst)
    };
    let (above, below, nan) = (ask(R::Oge, end)?, ask(R::Ole, start)?, ask(R::Uno, zero)?);
    let mut m = Maker::new(w, ty);
    let (most, nothing) = (m.low_bits(exponent)?, m.int(0)?);
    let least = if signed { m.bit(exponent)? } else { nothing };
    let low = m.select(below, least, within)?;
    let high = m.select(above, most, low)?;
    m.select(nan, nothing, high)
}

/// Returns a power of two as a floating-point constant; infinity if it is out of the range of the type.
fn number<'m>(w: &Rewriter<'m>, ty: Type<'m>, exponent: u32, negative: bool) -> Result<Value<'m>> {
    let (bias, mantissa) = match ty.scalar().kind() {
        TypeKind::Half => (15_u64, 10),
        TypeKind::Float => (127, 23),
        TypeKind::Double => (1023, 52),
        _ => return Err(Error::of(Code::Intrinsic, format!("saturated conversions of {ty}"))),
    };
    let biased = (u64::from(exponent) + bias).min(2 * bias + 1);
    let sign = u64::from(negative) << (ty.scalar().float_width() - 1);
    let scalar = w.emit.context.const_float_bits(ty.scalar(), sign | biased << mantissa)?;
    w.emit.repeated(scalar, ty)
}
