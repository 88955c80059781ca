//! Loop controls (SPIR-V 3.23 "Loop Control").
//!
//! In LLVM IR: the properties of `!llvm.loop`. Controls that LLVM has no name for are `spirv.loop.<LoopControl>`.
//! `llvm.loop.mustprogress` and source ranges have no counterpart and are lost. A hint does not raise the SPIR-V
//! version: if neither the version nor an allowed extension has its control, the hint is lost too. In Khronos mode it
//! raises the version up to the allowed maximum.

use crate::binary::Instruction;
use crate::binary::grammar::Kind;
use crate::concepts::base::decorations;
use crate::conventions::nodes;
use crate::error::Result;
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, Reverse, availability};
use llvm_spirv_metadata::Controls;
use llvm_spirv_metadata::loop_controls::bit::DEPENDENCY_ARRAY_ALTERA;
use llvm_spirv_metadata::loops::Loop;

// --- LLVM to SPIR-V ---

/// Returns whether the loop control of a bit may be used.
pub fn is_allowed(f: &Forward<'_>, bit: u32) -> bool {
    let version =
        if f.options.policy.takes_loop_controls_of_highest_version { f.options.max_version } else { f.spv.version() };
    let is_written = bit != DEPENDENCY_ARRAY_ALTERA || f.options.policy.names_dependency_arrays;
    is_written && availability::is_allowed_in(f, version, Kind::LoopControl, bit)
}

/// Returns the control mask and its literals for a branch that closes a loop, if it has allowed hints.
pub fn forward_control(terminator: Value<'_>, is_allowed: &dyn Fn(u32) -> bool) -> Option<Vec<u32>> {
    if !terminator.has_metadata() {
        return None;
    }
    let node = terminator.metadata("llvm.loop")?;
    let mut controls = Loop::read(&nodes::loop_properties(node)).ok()?.controls;
    controls.known.retain(|bit, _| is_allowed(*bit));
    controls.raw = None;
    let (mask, literals) = controls.to_words();
    (mask != 0).then(|| [&[mask], &literals[..]].concat())
}

/// Declares the requirements of the controls in a mask.
pub fn require(f: &mut Forward<'_>, mask: u32) -> Result<()> {
    for bit in (0..u32::BITS).map(|shift| 1 << shift).filter(|bit| mask & bit != 0) {
        decorations::require_enabling(f, Kind::LoopControl, bit);
    }
    availability::require_operand(f, Kind::LoopControl, mask, "the loop control")
}

// --- SPIR-V to LLVM ---

/// Returns the `!llvm.loop` for an instruction whose control is the operand `at`, if it has any controls.
pub fn reverse_control<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, at: usize) -> Result<Option<Metadata<'m>>> {
    let mask = inst.operand(at)?;
    let words = inst.in_operands().get(at + 1..).unwrap_or_default();
    let controls = Controls::from_words(mask, words).map_err(|error| inst.error(format!("loop control: {error}")))?;
    // The Khronos translator has a node for each loop.
    if controls.is_empty() && !r.options.policy.writes_empty_loop_nodes {
        return Ok(None);
    }
    let properties = Loop::<Metadata<'m>> { controls: controls.clone(), ..Loop::default() }.write();
    let nodes = properties.iter().map(|property| nodes::reverse(r, property)).collect::<Result<Vec<_>>>()?;
    let node = r.context.md_loop(&nodes);
    super::loop_arrays::reverse_note(r, controls, node);
    Ok(Some(node))
}
