//! Results that are only taken apart: each extracted component is one call of an OpenCL C builtin.
//!
//! In: a body. Out: the instructions all of whose uses are such extractions; the extractions are translated in their place.

use super::reverse::{self, Named};
use super::{ARRAY_SIZE, CHANNELS, DIM, SIZES};
use crate::binary::{Function, Id, Instruction};
use crate::concepts::base::opaque_types::shape_of_value;
use crate::environment::Models;
use crate::error::Result;
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use crate::state::slots::images::Shape;
use ::spirv::Op;

/// Notes, before a body is translated, which results are only taken apart.
pub fn scan<'m>(r: &mut Reverse<'m>, function: Function<'m>) {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr || super::are_named_whole(r) || !r.has_images {
        return;
    }
    let instructions = || function.blocks.iter().flat_map(|block| block.instructions());
    let wholes = instructions().filter(|inst| is_whole(r, *inst)).filter_map(|inst| inst.result_id());
    let wholes: Vec<_> = wholes.collect();
    if wholes.is_empty() {
        return;
    }
    // What nobody uses stays what it is.
    let mut parts = rustc_hash::FxHashSet::default();
    let mut others = rustc_hash::FxHashSet::default();
    for inst in instructions() {
        for id in ids(inst).filter(|id| wholes.contains(id)) {
            if part(r, *id, inst).is_some() {
                parts.insert(*id)
            } else {
                others.insert(*id)
            };
        }
    }
    r.body.images.apart = parts.difference(&others).copied().collect();
}

/// Returns whether an instruction is one whose result can be taken apart: a query of an image, or a read of a depth image.
fn is_whole(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    match inst.opcode() {
        Op::ImageQuerySizeLod | Op::ImageQuerySize | Op::ImageQueryFormat | Op::ImageQueryOrder => true,
        Op::ImageSampleExplicitLod => is_depth(r, inst),
        _ => false,
    }
}

fn is_depth(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    inst.in_operands().first().and_then(|sampled| shape_of_value(r, *sampled)).is_some_and(Shape::is_depth)
}

/// Returns the operands that may be the id of such a result, without literals.
pub fn ids(inst: Instruction<'_>) -> impl Iterator<Item = &Id> {
    let count = match inst.opcode() {
        Op::Load | Op::CompositeExtract => 1,
        Op::Store | Op::CompositeInsert | Op::VectorShuffle | Op::CopyMemory => 2,
        Op::Switch | Op::Branch | Op::BranchConditional | Op::LoopMerge | Op::SelectionMerge => 0,
        _ => usize::MAX,
    };
    let literal = match inst.opcode() {
        Op::ExtInst => 1,
        Op::ImageSampleExplicitLod | Op::ImageSampleImplicitLod | Op::ImageRead | Op::ImageFetch => 2,
        Op::ImageWrite => 3,
        _ => usize::MAX,
    };
    inst.in_operands().iter().take(count).enumerate().filter(move |(at, _)| *at != literal).map(|(_, id)| id)
}

/// The call that the part is which `user` takes out of a result.
fn part<'m>(r: &Reverse<'m>, whole: Id, user: Instruction<'m>) -> Option<Named> {
    let whole = r.spv.definition(whole)?;
    match whole.opcode() {
        Op::ImageQuerySizeLod | Op::ImageQuerySize => size(r, whole, user),
        Op::ImageSampleExplicitLod => {
            let first = user.opcode() == Op::CompositeExtract && user.in_operands().get(1..) == Some(&[0]);
            if first { reverse::sample(r, whole, true) } else { None }
        }
        op => channel(r, op, whole, user),
    }
}

fn channel<'m>(r: &Reverse<'m>, op: Op, whole: Instruction<'m>, user: Instruction<'m>) -> Option<Named> {
    let (name, _, first) = CHANNELS.iter().find(|row| row.1 == op)?;
    let [left, right] = *user.in_operands() else { return None };
    let added = user.opcode() == Op::IAdd && Some(left) == whole.result_id() && number(r, right) == Some(*first);
    if added { reverse::query(r, whole, name) } else { None }
}

/// The value of a constant.
fn number(r: &Reverse<'_>, id: Id) -> Option<u32> {
    let constant = r.spv.definition(id).filter(|constant| constant.opcode() == Op::Constant)?;
    if let [number] = *constant.in_operands() { Some(number) } else { None }
}

fn size<'m>(r: &Reverse<'m>, whole: Instruction<'m>, user: Instruction<'m>) -> Option<Named> {
    let shape = shape_of_value(r, *whole.in_operands().first()?)?;
    if !reverse::is_first_level(r, whole) {
        return None;
    }
    let width = r.result_ty(whole).ok().filter(|ty| ty.is_vector())?.scalar().int_width();
    let name = match user.opcode() {
        Op::CompositeExtract => component(r, shape, *user.in_operands().get(1)?, width)?,
        Op::VectorShuffle if width == 32 && is_dim(r, shape, whole, user) => DIM,
        _ => return None,
    };
    reverse::query(r, whole, name)
}

/// The width of `size_t`.
pub(crate) fn size_bits(r: &Reverse<'_>) -> u32 {
    Models::address_width(r.spv.memory_model().0)
}

fn component(r: &Reverse<'_>, shape: Shape, index: u32, width: u32) -> Option<&'static str> {
    let size_bits = size_bits(r);
    if shape.is_arrayed() && index == shape.dimensions() {
        return (width == size_bits).then_some(ARRAY_SIZE);
    }
    SIZES.get(index as usize).copied().filter(|_| width == 32 && index < shape.dimensions())
}

fn is_dim(r: &Reverse<'_>, shape: Shape, whole: Instruction<'_>, user: Instruction<'_>) -> bool {
    let [left, right, lanes @ ..] = user.in_operands() else { return false };
    if Some(*left) != whole.result_id() {
        return false;
    }
    match (shape.dimensions(), shape.is_arrayed()) {
        (2, true) => left == right && *lanes == [0, 1],
        (3, false) => {
            let null = r.spv.definition(*right).is_some_and(|right| right.opcode() == Op::ConstantNull);
            null && *lanes == [0, 1, 2, 3]
        }
        _ => false,
    }
}

/// Translates the extraction of a component from such a result, and drops the result. Returns false for other instructions.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if inst.result_id().is_some_and(|id| r.body.images.apart.contains(&id)) {
        return Ok(true);
    }
    let whole = inst.in_operands().first().copied().filter(|id| r.body.images.apart.contains(id));
    let Some(named) = whole.and_then(|whole| part(r, whole, inst)) else { return Ok(false) };
    reverse::translate(r, inst, &named).map(|()| true)
}
