//! Expands constant expressions to instructions.
//!
//! Source: `convertUsersOfConstantsToInstructions` of `llvm/lib/IR/ReplaceConstant.cpp`.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::ConstantKind;
use crate::draft::{Builder, Result, Value, ValueKind};
use crate::instruction::Opcode;
use crate::types::TypeKind;

/// Returns whether a constant is an expression, or an aggregate of other constants.
fn is_made(value: Value<'_>) -> bool {
    use ConstantKind::{Aggregate, Expression, Gep};
    matches!(value.kind(), ValueKind::Constant(Aggregate | Expression | Gep))
}

/// Expands all constants that contain a constant, wherever instructions use them; returns whether any does.
///
/// # Errors
/// None for a valid draft.
pub fn expand_uses(constant: Value<'_>) -> Result<bool> {
    let mut made = FxHashSet::default();
    let mut users = Vec::new();
    let mut open = vec![constant];
    while let Some(next) = open.pop() {
        let more = next.constant_users().into_iter().filter(|user| is_made(*user) && made.insert(*user));
        let more: Vec<_> = more.collect();
        users.extend(more.iter().flat_map(|user| user.users()));
        open.extend(more);
    }
    expand_all(users, &made)
}

/// Expands a constant and its operands to instructions before an instruction, and returns the value. A constant without operands is
/// returned unchanged.
///
/// # Errors
/// A value that is not an instruction in a block.
pub fn expand<'d>(constant: Value<'d>, before: Value<'d>) -> Result<Value<'d>> {
    if !is_made(constant) {
        return Ok(constant);
    }
    let mut made = FxHashSet::default();
    let mut open = vec![constant];
    while let Some(next) = open.pop() {
        if is_made(next) && made.insert(next) {
            open.extend(next.operands());
        }
    }
    let first = expand_one(constant, before)?;
    let value = first.last().copied().unwrap_or(constant);
    expand_all(first, &made)?;
    Ok(value)
}

/// Expands the constants in `made` among the operands of instructions, including the new ones.
fn expand_all<'d>(users: Vec<Value<'d>>, made: &FxHashSet<Value<'d>>) -> Result<bool> {
    let mut seen = FxHashSet::default();
    let mut open: Vec<_> = users.into_iter().filter(|user| seen.insert(*user)).collect();
    let mut any = false;
    while let Some(user) = open.pop() {
        let is_phi = user.opcode() == Some(Opcode::Phi);
        let new = if is_phi { expand_phi(user, made)? } else { expand_operands(user, made)? };
        any |= !new.is_empty();
        open.extend(new);
    }
    Ok(any)
}

/// Expands constants before their user; returns the new instructions.
fn expand_operands<'d>(user: Value<'d>, made: &FxHashSet<Value<'d>>) -> Result<Vec<Value<'d>>> {
    let (mut new, mut failed) = (Vec::new(), None);
    user.map_values(&mut |value| {
        if !made.contains(&value) {
            return value;
        }
        let instructions = expand_one(value, user).unwrap_or_else(|error| {
            failed = Some(error);
            Vec::new()
        });
        new.extend_from_slice(&instructions);
        instructions.last().copied().unwrap_or(value)
    });
    failed.map_or(Ok(new), Err)
}

/// Expands the constants of a phi at the ends of the incoming blocks.
fn expand_phi<'d>(phi: Value<'d>, made: &FxHashSet<Value<'d>>) -> Result<Vec<Value<'d>>> {
    let mut new = Vec::new();
    // The same incoming block must have the same value each time.
    let mut known = FxHashMap::default();
    let pairs: Vec<_> = phi.incoming().enumerate().filter(|(_, (value, _))| made.contains(value)).collect();
    for (i, (value, block)) in pairs {
        let known = match known.entry((value, block)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(slot) => {
                let Some(at) = block.instructions().find(|first| !begins(*first)) else { continue };
                let instructions = expand_one(value, at)?;
                let location = phi.metadata(0);
                instructions.iter().try_for_each(|made| made.set_metadata(0, location))?;
                let last = instructions.last().copied().unwrap_or(value);
                new.extend(instructions);
                *slot.insert(last)
            }
        };
        phi.set_operand(i, known)?;
    }
    Ok(new)
}

/// Returns whether an instruction must be at the start of a block.
fn begins(instruction: Value<'_>) -> bool {
    use Opcode::{CatchPad, CleanupPad, LandingPad, Phi};
    matches!(instruction.opcode(), Some(Phi | LandingPad | CatchPad | CleanupPad))
}

/// Makes the instructions of one constant, of which the last is its value, before another.
fn expand_one<'d>(constant: Value<'d>, before: Value<'d>) -> Result<Vec<Value<'d>>> {
    let draft = constant.draft();
    let builder = Builder::new(draft);
    builder.position_before(before)?;
    builder.set_location(before.metadata(0));
    if constant.constant_opcode().is_some() {
        return Ok(vec![builder.expression(constant)?]);
    }
    let mut value = draft.const_poison(constant.ty())?;
    let mut new = Vec::new();
    for (i, part) in constant.operands().enumerate() {
        value = match constant.ty().kind() {
            TypeKind::Vector => {
                let index = draft.const_int(draft.int_type(32)?, &[i as u64])?;
                builder.insert_element(value, part, index)?
            }
            _ => builder.insert_value(value, part, &[i as u32])?,
        };
        new.push(value);
    }
    Ok(new)
}
