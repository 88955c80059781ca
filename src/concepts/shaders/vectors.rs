//! Vectors built from components and other vectors, on the way to SPIR-V: the LLVM instructions that together become
//! one (see `composites`).

use super::composites::{constituent, constituent_as, is_part, type_of_result};
use super::values;
use crate::binary::Op;
use crate::concepts::base::values::child;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;

/// Translates the construction of a vector to `OpCompositeConstruct`: of components, and of vectors that are inserted as a whole.
pub fn construct<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let length = inst.ty().count() as usize;
    let Some(parts) = vector_parts(inst, length)? else { return Ok(false) };
    if parts.len() < 2 {
        return Ok(false);
    }
    let ty = type_of_result(f, inst)?;
    let rule = match values::note_of(inst)? {
        Some(_) => ty,
        None => {
            let first = parts.iter().find(|part| !part.is_constant()).copied();
            let first = first.map(|part| constituent(f, part)).transpose()?;
            let is_signed = first.is_some_and(|first| f.shaders.signed.contains(&first.ty));
            if is_signed && inst.ty().scalar().is_int() { super::types::with_sign(f, inst.ty(), true)? } else { ty }
        }
    };
    let component = super::chains::part(f, rule, None)?;
    let mut ids = Vec::with_capacity(parts.len());
    for part in parts {
        ids.push(match part.ty().is_vector() {
            true => constituent(f, part)?.id,
            false => constituent_as(f, part, component)?.id,
        });
    }
    f.define(inst, Op::CompositeConstruct, rule, &ids)?;
    Ok(true)
}

/// Returns the constituents of a vector that `insertelement` and `shufflevector` fill from the first component on.
fn vector_parts<'m>(inst: Value<'m>, length: usize) -> Result<Option<Vec<Value<'m>>>> {
    let (mut parts, mut end, mut at) = (Vec::new(), length, inst);
    while end > 0 {
        // LLVM leaves no shuffle of nothing with the first vector.
        if let Some((first, _)) = widened(at)?.filter(|(first, count)| *first != at && *count == end) {
            parts.push(first);
            return Ok(Some(reversed(parts)));
        }
        let start = match at.opcode() {
            Some(Opcode::InsertElement) => {
                let index = child(at, 2)?.int_value();
                parts.push(child(at, 1)?);
                index.filter(|index| *index as usize + 1 == end)
            }
            Some(Opcode::ShuffleVector) => {
                let (part, count) = match widened(child(at, 1)?)? {
                    Some(widened) => widened,
                    None => return Ok(None),
                };
                parts.push(part);
                let start = end.checked_sub(count);
                start.filter(|start| is_put(&at.shuffle_mask(), *start, end, length)).map(|start| start as u64)
            }
            _ => None,
        };
        let Some(start) = start else { return Ok(None) };
        end = start as usize;
        let base = child(at, 0)?;
        if end > 0 && !is_part(base) {
            return Ok(folded(base, end).map(|first| first.into_iter().chain(reversed(parts)).collect()));
        }
        at = base;
    }
    Ok(Some(reversed(parts)).filter(|_| at.is_poison()))
}

/// Returns the first constituents, if LLVM folded them into one constant whose other lanes are poison.
pub fn folded<'m>(base: Value<'m>, end: usize) -> Option<Vec<Value<'m>>> {
    let lanes = (0..base.ty().count() as u32).map(|lane| base.aggregate_element(lane));
    let lanes = base.is_constant().then(|| lanes.collect::<Option<Vec<_>>>()).flatten()?;
    let is_split = (0..).zip(&lanes).all(|(lane, value)| value.is_poison() == (lane >= end));
    is_split.then(|| lanes.into_iter().take(end).collect())
}

fn reversed<T>(mut parts: Vec<T>) -> Vec<T> {
    parts.reverse();
    parts
}

/// Returns the vector that a shuffle lengthens, or the vector itself, and the number of its components.
fn widened<'m>(value: Value<'m>) -> Result<Option<(Value<'m>, usize)>> {
    if !is_part(value) || !value.is_op(Opcode::ShuffleVector) {
        return Ok(Some((value, value.ty().count() as usize)).filter(|_| !value.is_constant()));
    }
    let inner = child(value, 0)?;
    let count = inner.ty().count() as usize;
    let mask = value.shuffle_mask();
    let is_widening = (0..).zip(&mask).all(|(lane, from)| *from == if (lane as usize) < count { lane } else { -1 });
    Ok(is_widening.then_some((inner, count)))
}

/// Returns whether a mask puts the second vector into the lanes from `start` to `end` of the first one.
fn is_put(mask: &[i32], start: usize, end: usize, length: usize) -> bool {
    let expected = |lane: usize| match lane {
        lane if lane < start => lane as i32,
        lane if lane < end => (length + lane - start) as i32,
        _ => -1,
    };
    // LLVM drops the first lanes of a first vector that has none.
    mask.iter().enumerate().all(|(lane, from)| *from == expected(lane) || lane < start && *from == -1)
}

/// Translates `shufflevector`, merged with the shuffles that lengthen its operands; returns whether it did.
pub fn shuffle<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let length = child(inst, 0)?.ty().count() as i32;
    let (Some((a, left)), Some((b, right))) = (source(child(inst, 0)?)?, source(child(inst, 1)?)?) else {
        return Ok(false);
    };
    let lane = |lane: i32| match lane {
        -1 => Some(u32::MAX),
        lane if lane < length => Some(lane as u32).filter(|lane| (*lane as usize) < left),
        lane => Some((lane - length) as u32).filter(|lane| (*lane as usize) < right).map(|lane| lane + left as u32),
    };
    let Some(mask) = inst.shuffle_mask().into_iter().map(lane).collect::<Option<Vec<_>>>() else { return Ok(false) };
    let ty = crate::concepts::base::types::forward(f, inst.ty())?;
    let [a, b] = of_one_sign(f, a, b)?;
    let mut operands = vec![a, b];
    operands.extend(mask);
    f.define(inst, Op::VectorShuffle, ty, &operands)?;
    Ok(true)
}

/// Returns two vectors with components of one sign: that of the first vector that is not constant.
fn of_one_sign<'m>(f: &mut Forward<'m>, a: Value<'m>, b: Value<'m>) -> Result<[u32; 2]> {
    let is_swapped = a.is_constant();
    let (first, second) = if is_swapped { (b, a) } else { (a, b) };
    let first = constituent(f, first)?;
    let is_signed = f.shaders.signed.contains(&first.ty);
    f.shaders.has_signed_constants = is_signed;
    let mut other = constituent(f, second)?;
    if second.ty().scalar().is_int() && f.shaders.signed.contains(&other.ty) != is_signed {
        let ty = super::types::with_sign(f, second.ty(), is_signed)?;
        other = f.emit_value(Op::Bitcast, ty, &[other.id])?;
    }
    Ok(if is_swapped { [other.id, first.id] } else { [first.id, other.id] })
}

fn source<'m>(value: Value<'m>) -> Result<Option<(Value<'m>, usize)>> {
    if value.is_constant() { Ok(Some((value, value.ty().count() as usize))) } else { widened(value) }
}
