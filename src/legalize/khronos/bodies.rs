//! The bodies of the functions that replace intrinsics on integers.

use super::Maker;
use crate::error::{Error, Result};
use crate::llvm::{Opcode as O, Predicate, Value};

/// Writes the body for `llvm.fshl`.
pub fn funnel_left(m: &Maker<'_, '_>) -> Result<()> {
    funnel(m, true)
}

/// Writes the body for `llvm.fshr`.
pub fn funnel_right(m: &Maker<'_, '_>) -> Result<()> {
    funnel(m, false)
}

/// Writes the body of a funnel shift: one operand is shifted by the amount modulo the width, the other one the opposite
/// way by the rest of the width, and both are combined by `or`.
fn funnel(m: &Maker<'_, '_>, left: bool) -> Result<()> {
    let (high, low, amount, e) = (m.param(0)?, m.param(1)?, m.param(2)?, m.emit);
    e.builder.position_at_end(m.module.append_block(m.function, "rotate")?);
    let width = e.int(high.ty(), high.ty().scalar().int_width().into())?;
    let amount = e.binary(O::URem, amount, width)?;
    let shift = |is_high| match is_high {
        true => (O::Shl, high),
        false => (O::LShr, low),
    };
    let ((first, one), (second, other)) = (shift(left), shift(!left));
    let one = e.binary(first, one, amount)?;
    let rest = e.binary(O::Sub, width, amount)?;
    let other = e.binary(second, other, rest)?;
    e.builder.ret(e.binary(O::Or, one, other)?).map(drop)
}

/// Writes the body for `llvm.bswap`: each byte is shifted to its place, and the inner ones are masked.
pub fn swap_bytes(m: &Maker<'_, '_>) -> Result<()> {
    let (x, e) = (m.param(0)?, m.emit);
    e.builder.position_at_end(m.module.append_block(m.function, "entry")?);
    let width = x.ty().scalar().int_width();
    let last = width.saturating_sub(8);
    // A mask of a place is no number of 64 bits in a longer one: there each byte is masked at the lowest place.
    let one_of_many = |to: u32| e.with(O::And, e.with(O::LShr, x, (last - to).into())?, 0xff);
    let mut bytes = Vec::new();
    // From the highest to the lowest byte of the result.
    for place in (0..width / 8).rev() {
        let (to, from) = (8 * place, width - 8 - 8 * place);
        let (op, by) = if to > from { (O::Shl, to - from) } else { (O::LShr, from - to) };
        bytes.push((to, e.with(op, x, by.into())?));
    }
    let masked = bytes.into_iter().map(|(to, byte)| match to {
        0 => Ok(byte),
        _ if width > 64 => e.with(O::Shl, one_of_many(to)?, to.into()),
        _ if to == last => Ok(byte),
        _ => e.with(O::And, byte, 0xff << to),
    });
    let mut level = masked.collect::<Result<Vec<_>>>()?;
    while level.len() > 1 {
        let pairs = level.chunks(2).map(|pair| match pair {
            [a, b] => e.binary(O::Or, *a, *b),
            rest => rest.first().copied().ok_or_else(|| Error::internal("no bytes")),
        });
        level = pairs.collect::<Result<_>>()?;
    }
    let swapped = level.first().copied().ok_or_else(|| Error::internal("a number without bytes"))?;
    e.builder.ret(swapped).map(drop)
}

/// Writes the body for `llvm.bitreverse`: neighbouring groups of bits are swapped, then groups twice as large.
pub fn reverse(m: &Maker<'_, '_>) -> Result<()> {
    let (mut x, e) = (m.param(0)?, m.emit);
    e.builder.position_at_end(m.module.append_block(m.function, "entry")?);
    let width = x.ty().scalar().int_width();
    let mut step = 1;
    while step < width {
        let mask = (u64::MAX / ((1 << step) + 1)) & (u64::MAX >> (64 - width));
        let down = e.with(O::And, e.with(O::LShr, x, step.into())?, mask)?;
        let up = e.with(O::Shl, e.with(O::And, x, mask)?, step.into())?;
        x = e.binary(O::Or, up, down)?;
        step *= 2;
    }
    e.builder.ret(x).map(drop)
}

/// Writes the body for `llvm.umul.with.overflow`, which divides the product by a factor that is not 0 to detect
/// overflow. The Khronos translator divides by 0, too, and compares the quotient with the divisor, so that nearly all
/// products appear to overflow.
pub fn multiply(m: &Maker<'_, '_>) -> Result<()> {
    let (a, b, e) = (m.param(0)?, m.param(1)?, m.emit);
    e.builder.position_at_end(m.module.append_block(m.function, "entry")?);
    let product = e.binary(O::Mul, a, b)?;
    let (zero, one) = (e.int(a.ty(), 0)?, e.int(a.ty(), 1)?);
    let is_zero = e.compare(Predicate::Eq, a, zero)?;
    let quotient = e.binary(O::UDiv, product, e.select(is_zero, one, a)?)?;
    let expected = e.select(is_zero, zero, b)?;
    let overflow = e.compare(Predicate::Ne, quotient, expected)?;
    pair(m, product, overflow)
}

/// Writes the body for `llvm.sadd.with.overflow`: the sum overflows if its sign differs from that of both operands.
pub fn add(m: &Maker<'_, '_>) -> Result<()> {
    let (a, b, e) = (m.param(0)?, m.param(1)?, m.emit);
    e.builder.position_at_end(m.module.append_block(m.function, "entry")?);
    let sum = e.binary(O::Add, a, b)?;
    let (a, b) = (e.binary(O::Xor, a, sum)?, e.binary(O::Xor, b, sum)?);
    let both = e.binary(O::And, a, b)?;
    let overflow = e.compare(Predicate::Slt, both, e.int(both.ty(), 0)?)?;
    pair(m, sum, overflow)
}

fn pair<'m>(m: &Maker<'_, 'm>, first: Value<'m>, second: Value<'m>) -> Result<()> {
    let both = m.emit.context.poison(m.result()?)?;
    let both = m.emit.builder.insert_value(both, first, &[0])?;
    let both = m.emit.builder.insert_value(both, second, &[1])?;
    m.emit.builder.ret(both).map(drop)
}
