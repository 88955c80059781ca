//! `llvm.memmove`: a copy where source and target cannot overlap, two copies through a variable of the function where the size
//! is a small constant, else a call of a function that begins at the end that is safe.

use super::{Block, arg, argument, bytes, call, class, class_of, copy, emit, function, helper};
use crate::concepts::base::{constants, pointers, types};
use crate::concepts::instructions::memory::{self, writable};
use crate::concepts::intrinsics::variables::{self, Wanted};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Operand};
use ::spirv::{Capability, Op, StorageClass};

/// The limit on constant sizes that are moved through a variable.
const MAX_TEMPORARY: u64 = 1 << 10;

/// `llvm.memmove`.
pub fn move_<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    writable::require(f, argument(inst, 0)?)?;
    constants::forward_expressions(f, inst.call_args())?;
    if let Some(wanted) = variable_of_move(f, inst)? {
        return move_through_variable(f, inst, wanted);
    }
    let (to, from) = (class_of(f, inst, 0)?, class_of(f, inst, 1)?);
    match emit::constant(argument(inst, 2)?) {
        _ if !may_overlap(to, from) => copy(f, inst),
        Some(0) => Ok(()),
        _ => move_by_function(f, inst, to, from),
    }
}

/// Returns whether pointers of two storage classes can point to the same memory.
fn may_overlap(a: StorageClass, b: StorageClass) -> bool {
    let generic = |class| class == StorageClass::Generic;
    let constant = |class| class == StorageClass::UniformConstant;
    a == b || (generic(a) && !constant(b)) || (generic(b) && !constant(a))
}

/// Returns the pointee and alignment of the variable that a move needs, if it needs one.
pub fn variable_of_move<'m>(f: &mut Forward<'m>, call: Value<'m>) -> Result<Option<Wanted>> {
    let (to, from) = (class_of(f, call, 0)?, class_of(f, call, 1)?);
    let size = emit::constant(argument(call, 2)?).filter(|size| (1..=MAX_TEMPORARY).contains(size));
    let Some(size) = size.filter(|_| may_overlap(to, from)) else { return Ok(None) };
    let byte = types::int(f, 8)?;
    let align = memory::call_alignment(call, 0).max(memory::call_alignment(call, 1));
    Ok(Some((types::array_of(f, byte, size)?, align)))
}

fn move_through_variable<'m>(f: &mut Forward<'m>, inst: Value<'m>, wanted: Wanted) -> Result<()> {
    let variable = variables::taken(f, inst, wanted)?;
    let byte = types::int(f, 8)?;
    let pointer = pointers::pointer_type(f, StorageClass::Function, byte)?;
    let there = Block::to(pointers::coerce(f, variable, pointer)?, inst)?;
    let source = bytes(f, inst, 1)?;
    there.copy(f, there.target.id, source.id, memory::call_alignment(inst, 1))?;
    let back = Block::of(f, inst)?;
    back.copy(f, back.target.id, there.target.id, back.align)
}

/// Emits a call of the helper function; conversions of its operands come in front of the call, the order that they have
/// after a round trip.
fn move_by_function<'m>(f: &mut Forward<'m>, inst: Value<'m>, to: StorageClass, from: StorageClass) -> Result<()> {
    let class = if to == from { to } else { StorageClass::Generic };
    let (helper, length) = helper(f, inst, "memmove", class)?;
    let places = match to == from {
        true => None,
        false => Some([bytes(f, inst, 0)?, bytes(f, inst, 1)?].map(|place| generic(f, place)).into_iter().collect()),
    };
    let places: Option<Vec<Operand>> = places.transpose()?;
    let function = function(f, helper)?;
    let places = match places {
        Some(places) => places,
        None => vec![bytes(f, inst, 0)?, bytes(f, inst, 1)?],
    };
    let mut operands: Vec<_> = places.iter().map(|place| place.id).collect();
    operands.push(length.map_or_else(|| arg(f, inst, 2), Ok)?);
    call(f, function, &operands)
}

fn generic(f: &mut Forward<'_>, pointer: Operand) -> Result<Operand> {
    if class(f, pointer)? == StorageClass::Generic {
        return Ok(pointer);
    }
    let byte = types::int(f, 8)?;
    f.spv.require(Capability::GenericPointer);
    let ty = pointers::pointer_type(f, StorageClass::Generic, byte)?;
    f.emit_value(Op::PtrCastToGeneric, ty, &[pointer.id])
}
