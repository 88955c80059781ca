//! Structured control flow (SPIR-V 2.11 "Structured Control Flow"; S2-150 to S2-153, S4-52 to S4-62).
//!
//! In LLVM IR: branches, and marks in metadata. `!spirv.SelectionMerge !s` or `!spirv.LoopMerge !l` is on the
//! terminator of the header, `!s = distinct !{i32 control, literals...}`; `!spirv.Merge !{!s, ...}` on the terminator
//! of the merge block, `!spirv.Continue !{!l}` on that of the continue target. Unreachable blocks are kept for their
//! marks. On the way forward, marks are hints: legalisation checks them, and replaces missing or wrong ones.

mod layout;

pub use layout::layout;

use crate::binary::{Instruction, Op};
use crate::concepts::instructions::control_flow;
use crate::conventions::marks;
use crate::conventions::nodes;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::state::slots::control_flow::ReverseMerge;
use crate::state::{Chapter, Reverse, Scope};
use llvm_spirv_metadata::Node;
use std::collections::BTreeMap;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    scope: Scope::Logical,
    reverse_instruction: Some(reverse_instruction),
    finish_body: Some(finish_body),
    ..Chapter::NONE
};

/// Notes `OpSelectionMerge` and `OpLoopMerge`; the marks are set when all blocks have their terminators.
fn reverse_instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let (target, control) = match inst.opcode() {
        Op::SelectionMerge => (None, 1),
        Op::LoopMerge => (Some(inst.operand(1)?), 2),
        _ => return Ok(false),
    };
    if target.is_some() {
        control_flow::reverse_loop_merge(r, inst)?;
    }
    let controls = inst.in_operands().get(control..).unwrap_or_default();
    let node = mark(r, controls)?;
    let merge = ReverseMerge { header: r.body.label, merge: inst.operand(0)?, target, node };
    r.body.control_flow.merges.push(merge);
    Ok(true)
}

/// Returns `distinct !{i32 control, i32 literal...}`.
fn mark<'m>(r: &Reverse<'m>, controls: &[u32]) -> Result<Metadata<'m>> {
    let words = controls.iter().map(|word| nodes::reverse(r, &Node::word(*word)).map(Some));
    Ok(r.context.md_distinct(&words.collect::<Result<Vec<_>>>()?))
}

/// Sets the marks of a function.
fn finish_body(r: &mut Reverse<'_>) -> Result<()> {
    let merges = std::mem::take(&mut r.body.control_flow.merges);
    let mut marks: BTreeMap<(u32, &str), Vec<Option<Metadata<'_>>>> = BTreeMap::new();
    for ReverseMerge { header, merge, target, node } in merges {
        let name = if target.is_some() { marks::LOOP_MERGE } else { marks::SELECTION_MERGE };
        if let Some(end) = r.block(header)?.terminator() {
            end.set_metadata(name, node)?;
        }
        marks.entry((merge, marks::MERGE)).or_default().push(Some(node));
        if let Some(target) = target {
            marks.entry((target, marks::CONTINUE)).or_default().push(Some(node));
        }
    }
    for ((label, name), nodes) in marks {
        if let Some(end) = r.block(label)?.terminator() {
            end.set_metadata(name, r.context.md_node(&nodes))?;
        }
    }
    Ok(())
}
