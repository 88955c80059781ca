//! The opaque type of a plain pointer in older IR, by the origin of the pointer; [`super::legacy`] goes by its uses.
//!
//! A phi, a select, a load from a variable and a call have the type of the incoming, stored or returned values,
//! followed through any number of such instructions. The leaves are arguments that are opaque by [`super::parameter`],
//! and opaque results of builtins.

use super::{legacy, plain_type};
use crate::binary::Op;
use crate::binary::builder::Id;
use crate::conventions::calling;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
use llvm_spirv_mangling as mangling;
use rustc_hash::FxHashSet;

/// The number of values that are visited for one answer, so that many answers are linear in the input.
const LIMIT: usize = 1000;

/// The builtin that starts a copy.
pub const COPY: &str = "async_work_group_copy";
/// The builtin that starts a strided copy.
pub const STRIDED_COPY: &str = "async_work_group_strided_copy";

/// Returns whether `name` is the mangled name of a builtin that starts a copy. Its result is an event, also in older
/// IR, where it is a pointer.
fn is_copy_name(name: &str) -> bool {
    [COPY, STRIDED_COPY].iter().any(|base| name.contains(base))
        && mangling::parse_symbol(name).is_ok_and(|name| [COPY, STRIDED_COPY].contains(&name.base.as_str()))
}

/// Returns the opaque type of a pointer that is a phi, a select, or a load from a variable, by the values that it may come from.
pub fn of_value<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Id>> {
    find(f, vec![value])
}

/// Returns the opaque type of the pointer that a function returns.
pub fn of_result<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Option<Id>> {
    if !is_possible(f) {
        return Ok(None);
    }
    if is_copy_name(function.name()) {
        return plain_type(f, Op::TypeEvent).map(Some);
    }
    let returned = returned(function).collect();
    find(f, returned)
}

/// Returns the opaque type of the pointers stored in a variable.
pub fn of_slot<'m>(f: &mut Forward<'m>, slot: Value<'m>) -> Result<Option<Id>> {
    if !is_possible(f) || !slot.allocated_type().is_some_and(|ty| ty.is_pointer()) {
        return Ok(None);
    }
    let stored = stored(slot).collect();
    find(f, stored)
}

fn find<'m>(f: &mut Forward<'m>, mut open: Vec<Value<'m>>) -> Result<Option<Id>> {
    if !is_possible(f) {
        return Ok(None);
    }
    let mut seen = FxHashSet::default();
    while let Some(value) = open.pop().filter(|_| seen.len() < LIMIT) {
        if !value.ty().is_pointer() || !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::Phi) => open.extend(value.operands()),
            Some(Opcode::Select) => open.extend(value.operands().skip(1)),
            Some(Opcode::Load) => {
                let slot = value.operand(0).filter(|slot| slot.is_op(Opcode::Alloca));
                open.extend(slot.into_iter().flat_map(stored));
            }
            Some(Opcode::Call) if is_copy(value) => return plain_type(f, Op::TypeEvent).map(Some),
            Some(Opcode::Call) => open.extend(value.called_function().into_iter().flat_map(returned)),
            _ => {
                let Some(ty) = argument(f, value)? else { continue };
                return Ok(Some(ty));
            }
        }
    }
    Ok(None)
}

fn is_copy(call: Value<'_>) -> bool {
    call.called_function().is_some_and(|callee| is_copy_name(callee.name()))
}

fn argument<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Id>> {
    let Some(function) = value.parent_function().filter(|_| value.is_argument()) else { return Ok(None) };
    let Some(index) = function.params().position(|param| param == value) else { return Ok(None) };
    // Where the signature is made already, it has the answer.
    if let Some(ty) = f.functions.get(&function).and_then(|signature| signature.params.get(index)).copied() {
        return Ok(f.pointer_parts(ty).is_none().then_some(ty));
    }
    let by_name = mangling::parse_symbol(function.name()).ok();
    let by_name = by_name.filter(|name| name.params.len() == function.param_count() as usize);
    legacy::parameter(f, function, index as u32, by_name.as_ref().and_then(|name| name.params.get(index)))
}

fn stored<'m>(slot: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    let stores = slot.uses().filter(move |user| user.is_op(Opcode::Store) && user.operand(1) == Some(slot));
    stores.filter_map(|store| store.operand(0))
}

fn returned<'m>(function: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    let body = function.blocks().take(if calling::is_defined(function) { usize::MAX } else { 0 });
    let ends = body.filter_map(|block| block.terminator()).filter(|end| end.is_op(Opcode::Ret));
    ends.filter_map(|end| end.operand(0))
}

/// Returns whether the module has functions with pointers for opaque types in their names, as only older IR has.
fn is_possible(f: &mut Forward<'_>) -> bool {
    if let Some(known) = f.opaque_sources.has_plain {
        return known;
    }
    let has_pointer = |function: Value<'_>| function.params().any(|param| param.ty().is_pointer());
    let is_one = |function: Value<'_>| legacy::OPAQUE.iter().any(|part| function.name().contains(part));
    let possible = f.module.functions().any(|function| is_one(function) && has_pointer(function));
    *f.opaque_sources.has_plain.insert(possible)
}
