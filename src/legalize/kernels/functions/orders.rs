//! Atomic instructions and fences of LLVM IR, which language front ends other than OpenCL C's emit, and which passes
//! create. Like the atomic functions of OpenCL 2, they become relaxed instructions of device scope, with fences around
//! those that order other accesses.

use super::barriers;
use super::call::Call;
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{AtomicOrdering, Opcode, SyncScope, Value};
use llvm_spirv_mangling as mangling;

/// The memory order of the atomic instructions themselves.
const RELAXED: AtomicOrdering = AtomicOrdering::Monotonic;

/// The scope of all atomic instructions.
const SCOPE: &str = "device";

/// The fence flags for all ordered memory: local and global memory.
const ALL: u64 = 3;

/// Replaces the atomic instructions and fences of a function.
pub fn replace<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all.into_iter().filter(|inst| inst.is_atomic()) {
        one(place, inst).map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    Ok(())
}

/// Replaces an atomic instruction or a fence.
fn one<'m>(place: &Place<'m>, inst: Value<'m>) -> Result<()> {
    let order = inst.ordering();
    let is_plain = matches!(inst.sync_scope(), SyncScope::Named(name) if name == SCOPE);
    if is_plain && order == RELAXED {
        return Ok(());
    }
    let is_alone = inst.sync_scope() == SyncScope::SingleThread;
    let call = Call::new(place, inst, mangling::Name::plain("atomic"));
    if (releases(order) || inst.is_op(Opcode::Fence)) && !is_alone {
        barriers::fence(&call, ALL)?;
    }
    let next = inst.next_instruction();
    let operand =
        |index: u32| inst.operand(index).ok_or_else(|| Error::internal("an atomic access without an operand"));
    let builder = &call.emit.builder;
    let made = match inst.opcode() {
        Some(Opcode::Fence) => return inst.erase(),
        Some(Opcode::Load | Opcode::Store) => {
            inst.set_ordering(RELAXED, SCOPE)?;
            None
        }
        Some(Opcode::CmpXchg) => {
            Some(builder.cmpxchg(operand(0)?, operand(1)?, operand(2)?, RELAXED, RELAXED, SCOPE)?)
        }
        _ => {
            let op = inst.rmw_op().ok_or_else(|| Error::internal("an atomic instruction of no kind"))?;
            Some(builder.atomic_rmw(op, operand(0)?, operand(1)?, RELAXED, SCOPE)?)
        }
    };
    if let Some(made) = made {
        inst.replace_uses(made)?;
        inst.erase()?;
    }
    if let Some(next) = next.filter(|_| acquires(order) && !is_alone) {
        barriers::fence(&Call::new(place, next, mangling::Name::plain("atomic")), ALL)?;
    }
    Ok(())
}

/// Returns whether a memory order has release semantics.
fn releases(order: AtomicOrdering) -> bool {
    use AtomicOrdering::*;
    matches!(order, Release | AcqRel | SeqCst)
}

/// Returns whether a memory order has acquire semantics.
fn acquires(order: AtomicOrdering) -> bool {
    use AtomicOrdering::*;
    matches!(order, Acquire | AcqRel | SeqCst)
}
