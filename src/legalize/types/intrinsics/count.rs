//! Intrinsics that look at single bits: counts, `bswap`, `bitreverse`.

use super::super::bits::{Chunk, assemble, chunks};
use super::super::integers::{Limbs, clean};
use super::super::rewrite::Rewriter;
use super::super::wide;
use super::arguments::argument;
use crate::conventions::rules::Bits;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Value};

/// An intrinsic that counts or reverses bits.
#[derive(Clone, Copy)]
pub struct Counting {
    /// The operation on the bits.
    pub bits: Bits,
    /// The name of the intrinsic.
    pub name: &'static str,
}

/// Lowers `ctpop`, `ctlz`, `cttz` and `bitreverse`.
pub fn by_bits<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, counting: Counting) -> Result<Vec<Value<'m>>> {
    let bits = inst.ty().scalar().int_width();
    w.by_pieces(inst.ty(), &[argument(inst, 0)?], |w, limbs| match limbs {
        [[one]] => Ok(vec![narrow(w, counting, *one, bits)?]),
        [limbs] => wide_bits(w, counting, limbs, bits),
        _ => Err(Error::internal("an intrinsic of one argument")),
    })
}

fn call<'m>(w: &Rewriter<'m>, counting: Counting, v: Value<'m>) -> Result<Value<'m>> {
    let flag = w.emit.context.const_int(w.emit.context.bool_type(), 0)?;
    match counting.bits {
        Bits::LeadingZeros | Bits::TrailingZeros => w.emit.builder.call_intrinsic(counting.name, v.ty(), &[v, flag]),
        _ => w.emit.builder.call_intrinsic(counting.name, v.ty(), &[v]),
    }
}

fn narrow<'m>(w: &Rewriter<'m>, counting: Counting, v: Value<'m>, bits: u32) -> Result<Value<'m>> {
    let spare = v.ty().scalar().int_width() - bits;
    match counting.bits {
        Bits::LeadingZeros => w.emit.with(Opcode::Sub, call(w, counting, v)?, spare.into()),
        Bits::TrailingZeros if spare > 0 => call(w, counting, w.emit.with(Opcode::Or, v, 1 << bits)?),
        Bits::Reverse => w.emit.with(Opcode::LShr, call(w, counting, v)?, spare.into()),
        _ => call(w, counting, v),
    }
}

fn wide_bits<'m>(w: &Rewriter<'m>, counting: Counting, limbs: Limbs<'_, 'm>, bits: u32) -> Result<Vec<Value<'m>>> {
    let e = &w.emit;
    let first = *limbs.first().ok_or_else(|| Error::internal("an integer without limbs"))?;
    let (zero, all) = (e.int(first.ty(), 0)?, 64 * limbs.len() as u64);
    let count = match counting.bits {
        Bits::Ones => {
            let mut sum = zero;
            for limb in limbs {
                sum = e.binary(Opcode::Add, sum, call(w, counting, *limb)?)?;
            }
            sum
        }
        Bits::LeadingZeros => e.with(Opcode::Sub, wide::leading_zeros(e, limbs)?, all - u64::from(bits))?,
        Bits::TrailingZeros => {
            let mut count = e.int(first.ty(), bits.into())?;
            for (below, limb) in limbs.iter().enumerate().rev() {
                let here = e.with(Opcode::Add, call(w, counting, *limb)?, 64 * below as u64)?;
                let is_zero = e.compare(Predicate::Eq, *limb, zero)?;
                count = e.select(is_zero, count, here)?;
            }
            count
        }
        _ => return reversed(w, counting, limbs, bits),
    };
    let mut result = vec![zero; limbs.len()];
    if let Some(low) = result.first_mut() {
        *low = count;
    }
    Ok(result)
}

/// Lowers `bitreverse` of a wide integer: reverses the bits of each limb and the order of the limbs, and shifts out the
/// bits from above the width.
fn reversed<'m>(w: &Rewriter<'m>, counting: Counting, limbs: Limbs<'_, 'm>, bits: u32) -> Result<Vec<Value<'m>>> {
    let all = 64 * limbs.len() as u32;
    let limbs = limbs.iter().rev().map(|limb| call(w, counting, *limb)).collect::<Result<Vec<_>>>()?;
    let first = limbs.first().ok_or_else(|| Error::internal("an integer without limbs"))?;
    let by = w.emit.int(first.ty(), u64::from(all - bits))?;
    let shifted = wide::binary(&w.emit, Opcode::LShr, &limbs, &[by], all)?;
    clean(&w.emit, shifted, bits)
}

/// `bswap`, lane by lane.
pub fn swap_bytes<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
    let value = argument(inst, 0)?;
    let (expanded, numbers) = (w.expanded(value)?, w.actions.numbers(value.ty())?);
    let bytes = super::super::bits::rechunk(
        &w.emit,
        &chunks(w, &expanded, &numbers, numbers.bits())?,
        &vec![(8, 8); (numbers.bits() / 8 * numbers.lanes) as usize],
    )?;
    let lanes = bytes.chunks((numbers.bits() / 8) as usize);
    let swapped: Vec<Chunk<'m>> = lanes.flat_map(|lane| lane.iter().rev().map(|byte| (*byte, 8))).collect();
    assemble(w, &swapped, &numbers)
}
