//! `bitcast`, and values as sequences of bits, lowest first, as they are in memory.

use super::action::Numbers;
use super::rewrite::Rewriter;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::instruction::operand;
use crate::legalize::kit::kinds::is_legal_count;
use crate::llvm::{Opcode, Value};

/// An integer, and the number of its low bits that are used; the bits above them are zero.
pub type Chunk<'m> = (Value<'m>, u32);

/// Lowers `bitcast`.
pub fn cast<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let value = operand(inst, 0)?;
    let expanded = w.expanded(value)?;
    let (from, to) = (w.actions.numbers(value.ty())?, w.actions.numbers(inst.ty())?);
    if value.ty().scalar().is_pointer() || is_same_cut(&from, &to) {
        let expanded =
            expanded.iter().zip(piece_types(w, &to)?).map(|(part, ty)| w.emit.cast(Opcode::BitCast, *part, ty));
        let expanded = expanded.collect::<Result<_>>()?;
        return w.define(inst, expanded);
    }
    let chunks = chunks(w, &expanded, &from, to.bits())?;
    let expanded = assemble(w, &chunks, &to)?;
    w.define(inst, expanded)
}

/// Returns whether two types have pieces of equal lengths and legal elements of equal widths, which `OpBitcast`
/// converts.
fn is_same_cut(from: &Numbers<'_>, to: &Numbers<'_>) -> bool {
    let legal = |n: &Numbers<'_>| n.width == 0 || n.width == n.promoted_width();
    from.bits() == to.bits() && from.pieces == to.pieces && (from.scalar == to.scalar || legal(from) && legal(to))
}

fn piece_types<'m>(w: &Rewriter<'m>, numbers: &Numbers<'m>) -> Result<Vec<crate::llvm::Type<'m>>> {
    let types = numbers.pieces.iter().flat_map(|len| std::iter::repeat_n(*len, numbers.limbs));
    types.map(|len| w.actions.piece_type(numbers.element, len)).collect()
}

/// Returns the bits of a value in chunks. They have the width `wanted` where a cast of a whole piece can produce it.
pub fn chunks<'m>(
    w: &Rewriter<'m>,
    expanded: &[Value<'m>],
    numbers: &Numbers<'m>,
    wanted: u32,
) -> Result<Vec<Chunk<'m>>> {
    let bits = numbers.bits();
    let is_castable = numbers.limbs == 1 && is_byte_width(w, bits) && is_byte_width(w, wanted) && wanted != bits;
    let mut all = Vec::new();
    let mut first = 0;
    for (index, len) in numbers.pieces.iter().enumerate() {
        let count = u64::from(len * bits / wanted.max(1));
        let part =
            expanded.get(index).filter(|_| is_castable && (len * bits).is_multiple_of(wanted) && is_count(w, count));
        match part {
            Some(part) => recast(&w.emit, *part, wanted, count as u32, &mut all)?,
            None => {
                for lane in first..first + len {
                    lane_chunks(w, expanded, numbers, lane, wanted, &mut all)?;
                }
            }
        }
        first += len;
    }
    Ok(all)
}

fn is_byte_width(w: &Rewriter<'_>, bits: u32) -> bool {
    bits >= 8 && w.actions.scan.is_core_width(bits)
}

fn is_count(w: &Rewriter<'_>, count: u64) -> bool {
    count == 1 || is_legal_count(count) && w.actions.scan.is_allowed_count(count)
}

/// Appends the chunks of one piece, bitcast to integers of another width.
fn recast<'m>(e: &Emit<'m>, part: Value<'m>, bits: u32, count: u32, all: &mut Vec<Chunk<'m>>) -> Result<()> {
    let int = e.context.int_type(bits)?;
    let ty = if count == 1 { int } else { e.context.vector_type(int, count)? };
    let cast = e.cast(Opcode::BitCast, part, ty)?;
    for lane in 0..count {
        all.push((e.lane(cast, lane)?, bits));
    }
    Ok(())
}

/// Appends the chunks of one lane.
fn lane_chunks<'m>(
    w: &Rewriter<'m>,
    expanded: &[Value<'m>],
    numbers: &Numbers<'m>,
    lane: u32,
    wanted: u32,
    all: &mut Vec<Chunk<'m>>,
) -> Result<()> {
    let bits = numbers.bits();
    for (limb, value) in w.lane_limbs(expanded, numbers, lane)?.into_iter().enumerate() {
        let splits = numbers.limbs == 1 && is_byte_width(w, bits) && is_byte_width(w, wanted) && wanted < bits;
        if splits && is_count(w, u64::from(bits / wanted)) {
            recast(&w.emit, value, wanted, bits / wanted, all)?;
            continue;
        }
        let value = match numbers.width {
            0 => w.emit.cast(Opcode::BitCast, value, w.emit.context.int_type(bits)?)?,
            _ => value,
        };
        all.push((value, numbers.limb_bits(limb)));
    }
    Ok(())
}

/// Builds the parts of a value from its bits.
pub fn assemble<'m>(w: &Rewriter<'m>, chunks: &[Chunk<'m>], numbers: &Numbers<'m>) -> Result<Vec<Value<'m>>> {
    let promoted = if numbers.width == 0 { numbers.bits() } else { numbers.promoted_width() };
    let widths: Vec<_> = (0..numbers.limbs).map(|limb| (numbers.limb_bits(limb), promoted)).collect();
    let widths = widths.repeat(numbers.lanes as usize);
    let values = rechunk(&w.emit, chunks, &widths)?;
    let mut lanes = Vec::with_capacity(numbers.lanes as usize);
    for limbs in values.chunks(numbers.limbs) {
        lanes.push(match numbers.width {
            0 => limbs.iter().map(|v| w.emit.cast(Opcode::BitCast, *v, numbers.element)).collect::<Result<_>>()?,
            _ => limbs.to_vec(),
        });
    }
    w.build(&lanes, &numbers.pieces)
}

/// Divides a sequence of bits into other chunks, zero-extended. `widths` has the number of bits of each result, and the
/// width of its integer type.
pub fn rechunk<'m>(e: &Emit<'m>, chunks: &[Chunk<'m>], widths: &[(u32, u32)]) -> Result<Vec<Value<'m>>> {
    let (mut source, mut used) = (chunks.iter().copied(), 0);
    let mut current = source.next();
    let mut all = Vec::with_capacity(widths.len());
    for (width, promoted) in widths {
        let (mut result, mut filled) = (None, 0);
        while let Some((value, bits)) = current.filter(|_| filled < *width) {
            let take = (bits - used).min(width - filled);
            let field = field(e, value, bits, used, take, *promoted)?;
            let placed = e.with(Opcode::Shl, field, filled.into())?;
            result = Some(match result {
                Some(low) => e.binary(Opcode::Or, low, placed)?,
                None => placed,
            });
            (filled, used) = (filled + take, used + take);
            if used == bits {
                (current, used) = (source.next(), 0);
            }
        }
        all.push(match result {
            Some(value) => value,
            None => e.int(e.context.int_type(*promoted)?, 0)?,
        });
    }
    Ok(all)
}

/// Extracts `take` bits, from bit `from` on, of an integer of `bits` bits. The result has `promoted` bits.
fn field<'m>(e: &Emit<'m>, value: Value<'m>, bits: u32, from: u32, take: u32, promoted: u32) -> Result<Value<'m>> {
    if take == 0 || from + take > bits {
        return Err(Error::internal("bits that an integer does not have"));
    }
    let ty = e.context.int_type(promoted)?;
    let low = e.with(Opcode::LShr, value, from.into())?;
    let field = e.resize(low, ty, false)?;
    if from + take == bits || take >= promoted { Ok(field) } else { e.mask(field, take) }
}
