//! Shared computations: those that are equal to an earlier one are replaced by it, and nothing else changes.
//!
//! Unlike [`remove_common`](super::remove_common), accesses to memory, calls and control flow stay as they are. Nothing leaves a loop:
//! a value that is computed in a loop is computed again behind it, so that it does not stay alive there. Pointers are shared only
//! within a block, since some targets, such as SPIR-V with logical addressing, have rules about pointers in other blocks.

use super::super::dominators::Dominators;
use super::super::loops::Loops;
use super::cse::{Key, key, replace_equal};
use super::effects::is_pure;
use crate::draft::{Block, Function, Result, Value};
use crate::instruction::Opcode;
use crate::types::TypeKind;
use rustc_hash::FxHashMap;

/// Replaces computations by equal ones that dominate them. A promise, such as `nsw`, stays only if both have it; a computation with
/// metadata, other than a location, stays.
///
/// # Errors
/// None for a valid function.
pub fn share_computations(function: Function<'_>) -> Result<bool> {
    if function.is_declaration() {
        return Ok(false);
    }
    let dominators = Dominators::of(function);
    let places = Places { loops: Loops::of(&dominators), dominators: &dominators };
    let mut known: FxHashMap<Key, Value<'_>> = FxHashMap::default();
    let mut changed = false;
    for block in dominators.walk() {
        let mut next = block.first();
        while let Some(instruction) = next {
            next = instruction.next();
            let Some(key) = Some(instruction).filter(|i| is_shareable(*i)).and_then(key) else { continue };
            match known.get(&key) {
                Some(earlier) if places.allow(*earlier, instruction) => {
                    replace_equal(instruction, *earlier)?;
                    changed = true;
                }
                _ => drop(known.insert(key, instruction)),
            }
        }
    }
    Ok(changed)
}

fn is_shareable(instruction: Value<'_>) -> bool {
    is_pure(instruction) && instruction.opcode() != Some(Opcode::Call) && !instruction.has_attachments()
}

/// The blocks and loops of a function.
struct Places<'a, 'd> {
    dominators: &'a Dominators<'d>,
    loops: Loops<'d>,
}

impl<'d> Places<'_, 'd> {
    /// Returns whether an earlier value may be used in place of an equal one.
    fn allow(&self, earlier: Value<'d>, instruction: Value<'d>) -> bool {
        let (Some(from), Some(to)) = (earlier.block(), instruction.block()) else { return false };
        let may_leave = instruction.ty().kind() != TypeKind::Pointer;
        from == to || may_leave && self.dominators.dominates(from, to) && self.stays_in(from, to)
    }

    /// Returns whether the innermost loop of a block contains another block.
    fn stays_in(&self, from: Block<'d>, to: Block<'d>) -> bool {
        let innermost = self.loops.innermost(self.dominators, from);
        innermost.is_none_or(|inner| self.loops.contains(self.dominators, inner, to))
    }
}
