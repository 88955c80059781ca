//! Arithmetic on promoted integers: integers of an illegal width, zero-extended to a legal one.

use super::action::Numbers;
use super::wide;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Opcode, Predicate, Value};

/// The limbs of one operand, lowest first.
pub type Limbs<'a, 'm> = &'a [Value<'m>];

/// A binary operation on integers of `bits` bits.
pub fn binary<'m>(e: &Emit<'m>, op: Opcode, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>, bits: u32) -> Result<Vec<Value<'m>>> {
    match (a, b) {
        ([a], [b]) => Ok(vec![narrow(e, op, *a, *b, bits)?]),
        _ => wide::binary(e, op, a, b, bits),
    }
}

fn narrow<'m>(e: &Emit<'m>, op: Opcode, a: Value<'m>, b: Value<'m>, bits: u32) -> Result<Value<'m>> {
    use Opcode as O;
    let result = match op {
        O::SDiv | O::SRem => e.binary(op, e.sign_extended(a, bits)?, e.sign_extended(b, bits)?)?,
        O::AShr => e.binary(op, e.sign_extended(a, bits)?, b)?,
        _ => e.binary(op, a, b)?,
    };
    match op {
        O::And | O::Or | O::Xor | O::UDiv | O::URem | O::LShr => Ok(result),
        _ => e.mask(result, bits),
    }
}

/// Emits an `icmp` of integers of `bits` bits.
pub fn compare<'m>(
    e: &Emit<'m>,
    predicate: Predicate,
    a: Limbs<'_, 'm>,
    b: Limbs<'_, 'm>,
    bits: u32,
) -> Result<Value<'m>> {
    let ([a], [b]) = (a, b) else { return wide::compare(e, predicate, a, b, bits) };
    if !is_signed(predicate) {
        return e.compare(predicate, *a, *b);
    }
    let spare = u64::from(a.ty().scalar().int_width().saturating_sub(bits));
    let high = |v| e.with(Opcode::Shl, v, spare);
    e.compare(predicate, high(*a)?, high(*b)?)
}

/// Returns whether a predicate compares signed numbers.
pub fn is_signed(predicate: Predicate) -> bool {
    use Predicate as P;
    matches!(predicate, P::Sgt | P::Sge | P::Slt | P::Sle)
}

/// Converts an integer of `from` bits to the limbs of `to`.
pub fn resize<'m>(
    e: &Emit<'m>,
    limbs: Limbs<'_, 'm>,
    from: u32,
    to: &Numbers<'m>,
    signed: bool,
) -> Result<Vec<Value<'m>>> {
    let none = || Error::internal("an integer without limbs");
    let (last, low) = (*limbs.last().ok_or_else(none)?, *limbs.first().ok_or_else(none)?);
    if limbs.len() == 1 && to.limbs == 1 {
        let source = if signed && to.width > from { e.sign_extended(low, from)? } else { low };
        let value = e.resize(source, to.element, signed)?;
        let dirty = signed || to.width < from;
        return Ok(vec![if dirty { e.mask(value, to.width)? } else { value }]);
    }
    if to.limbs == 1 {
        return Ok(vec![e.mask(e.resize(low, to.element, false)?, to.width)?]);
    }
    // To several limbs: those that there are, the last one extended, then zeros or copies of the sign.
    let long = e.context.int_type(64)?;
    let used = from - 64 * (limbs.len() as u32 - 1);
    let top = if signed { e.sign_extended(last, used)? } else { last };
    let top = e.resize(top, long, signed)?;
    let fill = match signed {
        true => e.with(Opcode::AShr, top, 63)?,
        false => e.int(top.ty(), 0)?,
    };
    let mut all: Vec<_> = limbs.get(..limbs.len() - 1).unwrap_or_default().to_vec();
    all.push(top);
    all.resize(all.len().max(to.limbs), fill);
    all.truncate(to.limbs);
    clean(e, all, to.width)
}

/// Clears the bits of the last limb above the width of the number.
pub fn clean<'m>(e: &Emit<'m>, mut limbs: Vec<Value<'m>>, bits: u32) -> Result<Vec<Value<'m>>> {
    let below = 64 * (limbs.len() as u32).saturating_sub(1);
    if let Some(last) = limbs.last_mut() {
        *last = e.mask(*last, bits.saturating_sub(below))?;
    }
    Ok(limbs)
}
