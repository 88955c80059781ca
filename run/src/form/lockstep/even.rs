//! Uniform loads of a loop: loads from addresses on which all work-items agree. They may only be in the loop's first
//! block, which is executed in every round.

use super::super::alike::Alike;
use super::is_lane_by_lane;
use super::shape::{Shape, is_lane};
use llvm_spirv::llvm::{Block, Opcode, Value};
use rustc_hash::FxHashSet;

/// Returns whether an instruction is a load of lanes in the first block, or an address computation.
pub fn is_of_load<'m>(inst: Value<'m>, header: Block<'m>) -> bool {
    if inst.is_op(Opcode::GetElementPtr) {
        return !inst.ty().is_vector();
    }
    let is_load = inst.is_op(Opcode::Load) && !inst.is_volatile() && !inst.is_atomic() && is_lane(inst.ty());
    is_load && inst.parent_block() == Some(header)
}

/// Returns the values that are computed once for the addresses of loads, and their inputs; `None` if addresses differ
/// between work-items, or are computed in another way.
pub fn of<'m>(shape: &Shape<'m>, alike: Option<&Alike<'m>>) -> Option<(FxHashSet<Value<'m>>, Vec<Value<'m>>)> {
    let (mut once, mut given) = (FxHashSet::default(), Vec::new());
    let loads = shape.instructions().filter(|inst| inst.is_op(Opcode::Load));
    let mut open: Vec<_> = loads.filter_map(|load| load.operand(0)).collect();
    while let Some(value) = open.pop() {
        if !value.is_argument() && !value.is_instruction() {
            continue;
        }
        if alike.is_none_or(|alike| !alike.holds(value)) || value.ty().is_vector() {
            return None;
        }
        if !shape.holds(value) {
            if !given.contains(&value) {
                given.push(value);
            }
        } else if is_once(shape, value)? && once.insert(value) {
            open.extend(operands(value));
        }
    }
    let is_address = |inst: &Value<'m>| inst.is_op(Opcode::GetElementPtr);
    let leads_to_loads = |inst: Value<'m>| {
        let is_place = |user: Value<'m>| user.is_op(Opcode::Load) || user.is_op(Opcode::GetElementPtr);
        once.contains(&inst) && inst.uses().all(|user| is_place(user) && shape.holds(user))
    };
    shape.instructions().filter(is_address).all(leads_to_loads).then_some((once, given))
}

/// Returns whether a value of the loop is computed once for all work-items; `None` if it cannot be. A phi can if only
/// one edge leads back to the header.
fn is_once<'m>(shape: &Shape<'m>, value: Value<'m>) -> Option<bool> {
    let fits = if value.is_op(Opcode::Phi) {
        let again = value.incoming().filter(|(_, from)| shape.blocks.contains(from)).count();
        value.parent_block() == Some(shape.header) && again == 1
    } else {
        value.is_op(Opcode::GetElementPtr) || (is_lane_by_lane(value) && value.called_function().is_none())
    };
    fits.then_some(true)
}

fn operands<'m>(value: Value<'m>) -> Vec<Value<'m>> {
    if value.is_op(Opcode::Phi) {
        return value.incoming().map(|(value, _)| value).collect();
    }
    value.operands().collect()
}
