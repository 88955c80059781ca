//! Constants of types that SPIR-V lacks, as parts.

use super::action::{Action, Numbers, member_types};
use super::rewrite::{Expanded, Rewriter};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};

/// The parts of a constant. Expressions that functions use are instructions by now (`expressions`).
pub fn expanded<'m>(w: &mut Rewriter<'m>, value: Value<'m>) -> Result<Expanded<'m>> {
    if value.is_constant_expression() {
        return Err(Error::of(Code::Constant, format!("the constant expression {} in memory", value.print())));
    }
    let action = w.actions.of(value.ty())?;
    match &*action {
        Action::Legal(_) => Ok([value].into()),
        Action::Numbers(numbers) => expanded_numbers(w, value, numbers),
        Action::Aggregate(..) => {
            let mut all = Vec::with_capacity(action.len());
            for (index, ty) in (0..).zip(member_types(value.ty())?) {
                let member = element(w, value, index, ty)?;
                all.extend(w.expanded(member)?.iter());
            }
            Ok(all.into())
        }
    }
}

/// Returns an element of a constant; that of `undef` or poison is `undef` or poison.
fn element<'m>(w: &Rewriter<'m>, value: Value<'m>, index: u32, ty: Type<'m>) -> Result<Value<'m>> {
    match value.aggregate_element(index) {
        Some(element) => Ok(element),
        None if value.is_poison() => w.emit.context.poison(ty),
        None if value.is_undef() => w.emit.context.undef(ty),
        None => Err(Error::of(Code::Constant, format!("the constant {}", value.print()))),
    }
}

fn expanded_numbers<'m>(w: &Rewriter<'m>, value: Value<'m>, numbers: &Numbers<'m>) -> Result<Expanded<'m>> {
    if value.ty().is_vector() {
        let mut lanes = Vec::with_capacity(numbers.lanes as usize);
        for lane in 0..numbers.lanes {
            lanes.push(limbs(w, element(w, value, lane, numbers.scalar)?, numbers)?);
        }
        return Ok(w.build(&lanes, &numbers.pieces)?.into());
    }
    Ok(limbs(w, value, numbers)?.into())
}

/// Returns the limbs of a scalar constant. `undef` of an illegal width becomes 0, since the bits above the width must
/// be 0.
fn limbs<'m>(w: &Rewriter<'m>, value: Value<'m>, numbers: &Numbers<'m>) -> Result<Vec<Value<'m>>> {
    if w.actions.scan.is_bfloat_in_bits(numbers.scalar) {
        return Ok(vec![bits_of(w, value, numbers.element)?]);
    }
    if numbers.width == 0 || value.ty() == numbers.element {
        return Ok(vec![value]);
    }
    if value.is_poison() {
        return Ok(vec![w.emit.context.poison(numbers.element)?; numbers.limbs]);
    }
    let words = if value.is_undef() { Vec::new() } else { value.int_words() };
    if words.is_empty() && !value.is_undef() {
        return Err(Error::of(Code::Constant, format!("the constant {}", value.print())));
    }
    let word = |limb: usize| words.get(limb).copied().unwrap_or(0);
    (0..numbers.limbs).map(|limb| w.emit.context.const_int(numbers.element, word(limb))).collect()
}

/// Returns the bits of a floating-point constant as an integer.
fn bits_of<'m>(w: &Rewriter<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    match value.float_bits() {
        Some(bits) => w.emit.context.const_int(ty, bits),
        None if value.is_poison() => w.emit.context.poison(ty),
        None if value.is_undef() => w.emit.context.undef(ty),
        None => Err(Error::of(Code::Constant, format!("the constant {}", value.print()))),
    }
}
