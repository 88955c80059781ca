//! Handles that are stored in variables of the module, as clang does without optimisation: each load of a handle is
//! replaced by the call that creates it, whose binding is known.

use super::is_handle;
use crate::concepts::shaders::hlsl::rows;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::kinds::{MAX_DEPTH, has_handle};
use crate::legalize::kit::place::{Place, offset_of};
use crate::llvm::{Opcode, Value};
use rustc_hash::FxHashMap;

/// Replaces the loads of handles from variables of the module.
pub fn forward<'m>(place: &Place<'m>) -> Result<()> {
    let holders: Vec<_> = place.module.globals().filter(|global| holds_handles(*global)).collect();
    holders.into_iter().try_for_each(|global| forward_one(place, global))
}

fn holds_handles(global: Value<'_>) -> bool {
    global.ty().address_space() == 0 && global.value_type().is_some_and(|ty| has_handle(ty, MAX_DEPTH))
}

/// An access to a variable: the instruction, and the offset in the variable.
type Access<'m> = (Value<'m>, u64);

fn forward_one<'m>(place: &Place<'m>, global: Value<'m>) -> Result<()> {
    let mut accesses = Vec::new();
    let is_known = collect(place, global, 0, &mut accesses, MAX_DEPTH).is_some();
    if !is_known {
        let text = format!("a handle in {}, whose address is computed", global.name());
        return Err(Error::of(Code::Intrinsic, text));
    }
    let mut stored: FxHashMap<u64, Value<'m>> = FxHashMap::default();
    for (inst, offset) in accesses.iter().filter(|access| access.0.is_op(Opcode::Store)) {
        let Some(value) = inst.operand(0).filter(|value| !value.is_poison()) else { continue };
        stored.insert(*offset, value);
    }
    for (inst, offset) in &accesses {
        if inst.is_op(Opcode::Load) && inst.is_used() {
            let value = stored.get(offset).ok_or_else(|| unknown(global))?;
            inst.replace_uses(again(place, *inst, *value, MAX_DEPTH)?)?;
        }
    }
    for (inst, _) in accesses {
        inst.erase()?;
    }
    remove(global)
}

fn unknown(global: Value<'_>) -> Error {
    Error::of(Code::Intrinsic, format!("a handle in {}, which no binding gave it", global.name()))
}

/// Deletes a variable, unless it is still used.
fn remove(global: Value<'_>) -> Result<()> {
    if global.is_used() { Ok(()) } else { global.delete_global() }
}

/// Collects the loads and stores of a variable; returns `None` if it has any other use.
fn collect<'m>(place: &Place<'m>, pointer: Value<'m>, offset: u64, to: &mut Vec<Access<'m>>, depth: u32) -> Option<()> {
    depth.checked_sub(1)?;
    for user in pointer.uses().collect::<Vec<_>>() {
        match user.any_opcode()? {
            Opcode::Load => to.push((user, offset)),
            Opcode::Store if user.operand(1) == Some(pointer) => to.push((user, offset)),
            Opcode::GetElementPtr => {
                let further = offset_of(place, user)?;
                collect(place, user, offset.checked_add(further)?, to, depth - 1)?;
                if user.is_instruction() {
                    to.push((user, offset));
                }
            }
            _ => return None,
        }
    }
    Some(())
}

/// Repeats the call that creates a handle in front of an instruction; its operands are constants.
fn again<'m>(place: &Place<'m>, before: Value<'m>, handle: Value<'m>, depth: u32) -> Result<Value<'m>> {
    let callee = handle.called_function();
    let name = callee.and_then(Value::intrinsic_name).and_then(|name| name.strip_prefix(rows::PREFIX));
    let is_known = name.is_some_and(is_handle) && depth > 0;
    let (Some(callee), true) = (callee, is_known) else {
        return Err(Error::of(Code::Intrinsic, "a handle that is not known before the shader runs"));
    };
    let mut args = Vec::new();
    for arg in handle.call_args() {
        args.push(if arg.is_constant() { arg } else { again(place, before, arg, depth - 1)? });
    }
    place.builder.position_before(before)?;
    place.builder.call(callee, &args)
}
