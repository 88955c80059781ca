//! `llvm.memmove`: a copy where source and target cannot overlap, two copies through a variable of the function where the size
//! is a small constant, else a call of a function that begins at the end that is safe.

use super::{Block, arg, argument, bytes, call, class, class_of, copy, emit, function, helper};
use crate::concepts::base::{constants, pointers, types};
use crate::concepts::instructions::memory;
use crate::concepts::intrinsics::rows;
use crate::error::{Error, Result};
use crate::llvm::{Block as BasicBlock, Value};
use crate::state::{Forward, Operand, Role};
use ::spirv::{Capability, Decoration, Op, StorageClass};

/// Constant sizes up to this are moved through a variable.
const MAX_TEMPORARY: u64 = 1 << 10;

/// `llvm.memmove`.
pub fn move_<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    constants::forward_expressions(f, inst.call_args())?;
    let (to, from) = (class_of(f, inst, 0)?, class_of(f, inst, 1)?);
    match emit::constant(argument(inst, 2)?) {
        _ if !may_overlap(to, from) => copy(f, inst),
        Some(0) => Ok(()),
        Some(size) if size <= MAX_TEMPORARY => move_through_variable(f, inst),
        _ => move_by_function(f, inst, to, from),
    }
}

/// Returns whether pointers of two storage classes can point to the same memory.
fn may_overlap(a: StorageClass, b: StorageClass) -> bool {
    let generic = |class| class == StorageClass::Generic;
    let constant = |class| class == StorageClass::UniformConstant;
    a == b || (generic(a) && !constant(b)) || (generic(b) && !constant(a))
}

/// Notes the functions with moves that take a variable.
pub fn find(f: &mut Forward<'_>) {
    let is_move = |intrinsic: &Value<'_>| intrinsic.intrinsic_name().and_then(rows::role) == Some(Role::Move);
    let calls = f.module.functions().filter(is_move).flat_map(Value::uses);
    f.moving.extend(calls.filter(|call| size_of_variable(*call).is_some()).filter_map(Value::parent_function));
}

/// Returns the size of the variable that a move takes, if it takes one.
fn size_of_variable(call: Value<'_>) -> Option<u64> {
    let class = |index| pointers::class_of(call.call_arg(index)?.ty().address_space());
    let size = emit::constant(call.call_arg(2)?).filter(|size| (1..=MAX_TEMPORARY).contains(size));
    size.filter(|_| class(0).zip(class(1)).is_some_and(|(to, from)| may_overlap(to, from)))
}

/// Declares the variables of a function's moves in front of all other instructions, where they are when they come back.
pub fn declare_variables<'m>(f: &mut Forward<'m>, function: Value<'m>, blocks: &[BasicBlock<'m>]) -> Result<()> {
    if !f.moving.contains(&function) {
        return Ok(());
    }
    for inst in blocks.iter().flat_map(|block| block.instructions()) {
        if let Some(size) = size_of_variable(inst).filter(|_| rows::role_of_call(inst) == Some(Role::Move)) {
            let byte = types::int(f, 8)?;
            let array = types::array_of(f, byte, size)?;
            let variable = memory::temporary(f, array)?;
            let align = memory::call_alignment(inst, 0).max(memory::call_alignment(inst, 1));
            f.spv.decorate(variable.id, Decoration::Alignment, &[align])?;
            f.body.memory.moves.insert(inst, variable);
        }
    }
    Ok(())
}

fn move_through_variable<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let variable = f.body.memory.moves.get(&inst).copied();
    let variable = variable.ok_or_else(|| Error::internal("a memmove without its variable"))?;
    let byte = types::int(f, 8)?;
    let pointer = pointers::pointer_type(f, StorageClass::Function, byte)?;
    let there = Block::to(pointers::coerce(f, variable, pointer)?, inst)?;
    let source = bytes(f, inst, 1)?;
    there.copy(f, there.target.id, source.id, memory::call_alignment(inst, 1))?;
    let back = Block::of(f, inst)?;
    back.copy(f, back.target.id, there.target.id, back.align)
}

/// Copies by a function; its instructions are in front of the call and its operands, as they are when it comes back.
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
