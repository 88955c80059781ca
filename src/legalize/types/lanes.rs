//! `extractelement`, `insertelement`, `shufflevector`.

use super::action::Numbers;
use super::rewrite::Rewriter;
use crate::error::{Error, Result};
use crate::legalize::kit::instruction::operand;
use crate::llvm::{Opcode, Predicate, Value};

/// The index of a lane: a constant number, poison, or a value of a legal type.
enum Index<'m> {
    Constant(u32),
    Poison,
    Value(Value<'m>),
}

fn index<'m>(w: &mut Rewriter<'m>, index: Value<'m>, lanes: u32) -> Result<Index<'m>> {
    if index.is_constant() && (index.is_undef() || !index.int_words().is_empty()) {
        return Ok(match index.int_value() {
            Some(number) if number < u64::from(lanes) => Index::Constant(number as u32),
            _ => Index::Poison,
        });
    }
    let index = w.single(index)?;
    let word = w.emit.context.int_type(32)?;
    let narrow = index.ty().int_width() < 32;
    Ok(Index::Value(if narrow { w.emit.resize(index, word, false)? } else { index }))
}

/// Lowers `extractelement`; an index out of range gives poison.
pub fn extract<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let vector = operand(inst, 0)?;
    let numbers = w.actions.numbers(vector.ty())?;
    let expanded = w.expanded(vector)?;
    let limbs = match index(w, operand(inst, 1)?, numbers.lanes)? {
        Index::Constant(lane) => w.lane_limbs(&expanded, &numbers, lane)?,
        Index::Poison => w.poison(inst.ty())?.to_vec(),
        Index::Value(index) => {
            let limbs = 0..numbers.limbs;
            limbs.map(|limb| extract_at(w, &expanded, &numbers, limb, index)).collect::<Result<_>>()?
        }
    };
    w.define(inst, limbs)
}

fn extract_at<'m>(
    w: &Rewriter<'m>,
    expanded: &[Value<'m>],
    numbers: &Numbers<'m>,
    limb: usize,
    index: Value<'m>,
) -> Result<Value<'m>> {
    let (mut found, mut start) = (None, 0);
    for (piece, len) in expanded.iter().skip(limb).step_by(numbers.limbs).zip(&numbers.pieces) {
        let lane = match len {
            1 => *piece,
            _ => w.emit.builder.extract_element(*piece, inside(w, index, *len, numbers)?)?,
        };
        found = Some(match found {
            None => lane,
            Some(before) => w.emit.select(reaches(w, index, start)?, lane, before)?,
        });
        start += len;
    }
    found.ok_or_else(|| Error::internal("a vector of no lanes"))
}

/// Returns the index of a lane within its piece. The pieces of a split vector have a power of two of lanes, and start
/// at a multiple of it.
fn inside<'m>(w: &Rewriter<'m>, index: Value<'m>, len: u32, numbers: &Numbers<'m>) -> Result<Value<'m>> {
    if numbers.pieces.len() == 1 { Ok(index) } else { w.emit.with(Opcode::And, index, u64::from(len) - 1) }
}

/// Emits the test whether an index is at least `start`.
fn reaches<'m>(w: &Rewriter<'m>, index: Value<'m>, start: u32) -> Result<Value<'m>> {
    let start = w.emit.int(index.ty(), start.into())?;
    w.emit.compare(Predicate::Uge, index, start)
}

/// Lowers `insertelement`.
pub fn insert<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (vector, element) = (operand(inst, 0)?, operand(inst, 1)?);
    let numbers = w.actions.numbers(vector.ty())?;
    let mut expanded = w.expanded(vector)?.to_vec();
    let limbs = w.expanded(element)?;
    match index(w, operand(inst, 2)?, numbers.lanes)? {
        Index::Poison => expanded = w.poison(inst.ty())?.to_vec(),
        Index::Constant(lane) => {
            let (piece, lane) = numbers.place(lane).ok_or_else(|| Error::internal("no such lane"))?;
            for (part, limb) in expanded.iter_mut().skip(piece * numbers.limbs).zip(limbs.iter()) {
                *part = with_lane(w, *part, *limb, w.emit.index(lane)?)?;
            }
        }
        Index::Value(index) => insert_at(w, &mut expanded, &numbers, &limbs, index)?,
    }
    w.define(inst, expanded)
}

fn with_lane<'m>(w: &Rewriter<'m>, piece: Value<'m>, lane: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
    if piece.ty().is_vector() { w.emit.builder.insert_element(piece, lane, index) } else { Ok(lane) }
}

fn insert_at<'m>(
    w: &Rewriter<'m>,
    expanded: &mut [Value<'m>],
    numbers: &Numbers<'m>,
    limbs: &[Value<'m>],
    index: Value<'m>,
) -> Result<()> {
    let mut start = 0;
    for (piece, len) in expanded.chunks_mut(numbers.limbs).zip(&numbers.pieces) {
        let place = inside(w, index, *len, numbers)?;
        let from_start = w.emit.int(index.ty(), start.into())?;
        let from_start = w.emit.binary(Opcode::Sub, index, from_start)?;
        let length = w.emit.int(index.ty(), (*len).into())?;
        for (part, limb) in piece.iter_mut().zip(limbs) {
            let changed = with_lane(w, *part, *limb, place)?;
            *part = match numbers.pieces.len() {
                1 => changed,
                _ => w.emit.select(w.emit.compare(Predicate::Ult, from_start, length)?, changed, *part)?,
            };
        }
        start += len;
    }
    Ok(())
}

/// Lowers `shufflevector`.
pub fn shuffle<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (a, b) = (operand(inst, 0)?, operand(inst, 1)?);
    let (from, to) = (w.actions.numbers(a.ty())?, w.actions.numbers(inst.ty())?);
    let sources = [w.expanded(a)?, w.expanded(b)?];
    let mask = inst.shuffle_mask();
    let mut expanded = Vec::new();
    let mut rest = mask.as_slice();
    for len in &to.pieces {
        let short = || Error::internal("a mask that is too short");
        let (piece, after) = rest.split_at_checked(*len as usize).ok_or_else(short)?;
        for limb in 0..to.limbs {
            let lanes = piece.iter().map(|lane| source(&sources, &from, *lane, limb)).collect::<Vec<_>>();
            expanded.push(gather(w, &lanes, w.actions.piece_type(to.element, *len)?)?);
        }
        rest = after;
    }
    w.define(inst, expanded)
}

/// Returns the parts of a vector whose lanes are lanes of other vectors, which `lane` returns; `None` stands for
/// poison.
pub fn pick<'m>(
    w: &mut Rewriter<'m>,
    ty: crate::llvm::Type<'m>,
    lane: impl Fn(u32) -> Option<(Value<'m>, u32)>,
) -> Result<Vec<Value<'m>>> {
    let to = w.actions.numbers(ty)?;
    let mut sources = Vec::new();
    for lane in (0..to.lanes).map(lane) {
        sources.push(match lane {
            Some((vector, lane)) => Some((w.expanded(vector)?, w.actions.numbers(vector.ty())?, lane)),
            None => None,
        });
    }
    let (mut expanded, mut rest) = (Vec::new(), sources.as_slice());
    for len in &to.pieces {
        let (piece, after) = rest
            .split_at_checked(*len as usize)
            .ok_or_else(|| Error::internal("pieces of more lanes than there are"))?;
        for limb in 0..to.limbs {
            let place = |source: &Option<(super::rewrite::Expanded<'m>, Numbers<'m>, u32)>| {
                let (expanded, from, lane) = source.as_ref()?;
                let (piece, lane) = from.place(*lane)?;
                Some((*expanded.get(piece * from.limbs + limb)?, lane))
            };
            let lanes = piece.iter().map(place).collect::<Vec<_>>();
            expanded.push(gather(w, &lanes, w.actions.piece_type(to.element, *len)?)?);
        }
        rest = after;
    }
    Ok(expanded)
}

/// Returns the lanes of a vector in other pieces.
pub fn recut<'m>(
    w: &Rewriter<'m>,
    expanded: &[Value<'m>],
    from: &Numbers<'m>,
    pieces: &[u32],
) -> Result<Vec<Value<'m>>> {
    if from.pieces == pieces {
        return Ok(expanded.to_vec());
    }
    let (mut all, mut start) = (Vec::new(), 0);
    for len in pieces {
        for limb in 0..from.limbs {
            let place = |lane| {
                let (piece, lane) = from.place(lane)?;
                Some((*expanded.get(piece * from.limbs + limb)?, lane))
            };
            let lanes: Vec<_> = (start..start + len).map(place).collect();
            all.push(gather(w, &lanes, w.actions.piece_type(from.element, *len)?)?);
        }
        start += len;
    }
    Ok(all)
}

/// Returns the piece, and the lane in it, that an element of a shuffle mask refers to; `None` for poison.
fn source<'m>(
    sources: &[super::rewrite::Expanded<'m>; 2],
    from: &Numbers<'m>,
    lane: i32,
    limb: usize,
) -> Option<(Value<'m>, u32)> {
    let lane = u32::try_from(lane).ok()?;
    let [a, b] = sources;
    let (expanded, lane) = if lane < from.lanes { (a, lane) } else { (b, lane - from.lanes) };
    let (piece, lane) = from.place(lane)?;
    Some((*expanded.get(piece * from.limbs + limb)?, lane))
}

/// Builds a piece from lanes of other pieces: by one shuffle if they come from at most two pieces, else lane by lane.
fn gather<'m>(w: &Rewriter<'m>, lanes: &[Option<(Value<'m>, u32)>], ty: crate::llvm::Type<'m>) -> Result<Value<'m>> {
    let mut pieces: Vec<Value<'m>> = Vec::new();
    for (piece, _) in lanes.iter().flatten() {
        if !pieces.contains(piece) {
            pieces.push(*piece);
        }
    }
    let in_order = || (0..).zip(lanes).all(|(index, lane)| lane.is_none_or(|(_, lane)| lane == index));
    match pieces.as_slice() {
        [] => w.emit.context.poison(ty),
        [one] if one.ty() == ty && in_order() => Ok(*one),
        [a, rest @ ..]
            if ty.is_vector() && rest.len() < 2 && a.ty().is_vector() && rest.iter().all(|b| b.ty() == a.ty()) =>
        {
            let count = a.ty().count() as i32;
            let number = |(piece, lane): (Value<'m>, u32)| lane as i32 + if piece == *a { 0 } else { count };
            let mask: Vec<_> = lanes.iter().map(|lane| lane.map_or(-1, number)).collect();
            let b = rest.first().copied().map_or_else(|| w.emit.context.poison(a.ty()), Ok)?;
            w.emit.builder.shuffle_vector(*a, b, &mask)
        }
        _ => {
            let poison = w.emit.context.poison(ty.scalar())?;
            let lane =
                |lane: &Option<(Value<'m>, u32)>| lane.map_or(Ok(poison), |(piece, lane)| w.emit.lane(piece, lane));
            w.emit.vector(&lanes.iter().map(lane).collect::<Result<Vec<_>>>()?)
        }
    }
}
