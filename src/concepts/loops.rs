//! Loop controls (SPIR-V 3.23 "Loop Control").
//!
//! In LLVM IR: the properties of `!llvm.loop`. What LLVM has no name for is `spirv.loop.<LoopControl>`.
//! `llvm.loop.mustprogress` and source ranges have no counterpart and are lost.

use super::nodes;
use crate::error::Result;
use crate::llvm::{Metadata, Value};
use crate::spirv::Instruction;
use crate::state::Reverse;
use llvm_spirv_metadata::Controls;
use llvm_spirv_metadata::loops::Loop;

/// The bits of core SPIR-V 1.0: `Unroll` and `DontUnroll`.
const V1_0_BITS: u32 = 0x3;

// --- LLVM to SPIR-V ---

/// The control mask and its literals for a branch that closes a loop, where it has hints that SPIR-V 1.0 has too.
pub fn forward_control(terminator: Value<'_>) -> Option<Vec<u32>> {
    if !terminator.has_metadata() {
        return None;
    }
    let node = terminator.metadata("llvm.loop")?;
    let properties = Loop::read(&nodes::loop_properties(node)).ok()?;
    let (mask, _) = properties.controls.to_words();
    let mask = mask & V1_0_BITS;
    (mask != 0).then(|| vec![mask])
}

// --- SPIR-V to LLVM ---

/// The `!llvm.loop` of an `OpLoopMerge`, where it has something to say.
pub fn reverse_control<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
    let mask = inst.operand(2)?;
    let words = inst.in_operands().get(3..).unwrap_or_default();
    let controls = Controls::from_words(mask, words).map_err(|error| inst.error(format!("loop control: {error}")))?;
    if controls.is_empty() {
        return Ok(None);
    }
    let properties = Loop::<Metadata<'m>> { controls, ..Loop::default() }.write();
    let nodes = properties.iter().map(|property| nodes::reverse(r, property)).collect::<Result<Vec<_>>>()?;
    Ok(Some(r.context.md_loop(&nodes)))
}
