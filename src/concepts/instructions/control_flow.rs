//! Control flow (SPIR-V 3.42.17 "Control-Flow Instructions").
//!
//! In LLVM IR: `br`, `switch`, `phi`, `ret`, `unreachable`. `!llvm.loop` on the branch that closes a loop is
//! `OpLoopMerge` in the loop's header, or `OpLoopControlINTEL` if that is allowed and neither the header nor the latch
//! exits the loop; a loop without a merge block of its own gets an unreachable one. `!spirv.SelectionControl` is
//! `OpSelectionMerge` in the same way, with the immediate post-dominator as merge block. Unreachable blocks are left
//! out.

use super::loop_arrays::{self, Arrays};
use crate::binary::builder::Id;
use crate::binary::{Instruction, write};
use crate::concepts::base::{constants, pointers, types, values};
use crate::conventions::nodes;
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Block, Metadata, Opcode, Value};
use crate::state::slots::control_flow::{PendingPhi, ReversePhi};
use crate::state::{Chapter, Forward, Reverse, availability};
use ::spirv::Op;
use llvm_ir::sorting::Sorting;
use llvm_spirv_metadata::{BranchWeights, Loop, Named, SelectionControl, Tuple};
use rustc_hash::FxHashSet;

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::Phi], reverse_phi),
        (&[Op::Branch], reverse_branch),
        (&[Op::BranchConditional], reverse_branch_conditional),
        (&[Op::Switch], reverse_switch),
        (&[Op::Return, Op::ReturnValue], reverse_return),
        (&[Op::Unreachable], |r, _| r.builder.unreachable().map(drop)),
        (&[Op::SelectionMerge], reverse_selection_merge),
        (&[Op::LoopMerge, Op::LoopControlINTEL], reverse_loop_merge),
    ],
    untranslated: &[Op::Kill, Op::TerminateInvocation, Op::TerminateRayKHR],
    llvm_instructions: &[
        (&[Opcode::Phi], |f, inst, _| forward_phi(f, inst)),
        (&[Opcode::Br], |f, inst, _| forward_branch(f, inst)),
        (&[Opcode::Switch], |f, inst, _| forward_switch(f, inst)),
        (&[Opcode::Ret], |f, inst, _| forward_return(f, inst)),
        (&[Opcode::Unreachable], |f, _, _| f.emit(Op::Unreachable, &[])),
    ],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// `br`.
pub fn forward_branch<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let targets: Vec<_> = inst.successors().collect();
    match (targets.as_slice(), inst.condition()) {
        ([target], _) => {
            let label = f.label(*target)?;
            f.emit(Op::Branch, &[label])
        }
        ([yes, no], Some(condition)) => {
            let condition = values::operand(f, condition)?.id;
            let (yes, no) = (f.label(*yes)?, f.label(*no)?);
            let mut operands = vec![condition, yes, no];
            operands.extend(forward_weights(inst)?);
            emit_selection_merge(f)?;
            f.emit(Op::BranchConditional, &operands)
        }
        _ => Err(Error::internal("a branch with neither one target nor two")),
    }
}

/// The weights of a branch: two, or none.
fn forward_weights(inst: Value<'_>) -> Result<Vec<u32>> {
    let Some(node) = inst.has_metadata().then(|| inst.metadata("prof")).flatten() else { return Ok(Vec::new()) };
    let weights = BranchWeights::read_prof(&nodes::read(node));
    let weights = weights.map_err(|e| Error::of(Code::Metadata, format!("metadata !prof: {e}")))?;
    Ok(weights.and_then(|weights| weights.pair()).map_or_else(Vec::new, |(yes, no)| vec![yes, no]))
}

/// Translates `switch`. An `i1` selector is extended to 8 bits, in shaders to 32 bits.
pub fn forward_switch<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let selector = values::child(inst, 0)?;
    let width = selector.ty().int_width();
    let operand = values::operand(f, selector)?;
    let mut id = operand.id;
    if width == 1 {
        // Shaders have no bytes without a capability for them.
        let is_logical = Models::of_addressing(f.spv.addressing_model()).is_some_and(Models::is_logical);
        let number = types::int(f, if is_logical { 32 } else { 8 })?;
        let (one, zero) =
            (f.spv.unique_constant(Op::Constant, number, &[1])?, f.spv.unique_constant(Op::Constant, number, &[0])?);
        id = f.emit_value(Op::Select, number, &[id, one, zero])?.id;
    }
    let is_signed = f.shaders.signed.contains(&operand.ty);
    let default = inst.switch_default().ok_or_else(|| Error::internal("a switch without a default"))?;
    let mut operands = vec![id, f.label(default)?];
    for (case, target) in inst.cases() {
        match case.int_signed().filter(|_| is_signed && width < 32) {
            Some(literal) => operands.push(literal as u32),
            None => {
                let literal = case.int_words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
                operands.extend(literal.take(words(width)));
            }
        }
        operands.push(f.label(target)?);
    }
    emit_selection_merge(f)?;
    f.emit(Op::Switch, &operands)
}

/// Returns the number of words of a literal with the width of a selector.
fn words(width: u32) -> usize {
    width.div_ceil(32).max(1) as usize
}

/// `ret`.
pub fn forward_return<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    match inst.operand(0) {
        None => f.emit(Op::Return, &[]),
        Some(value) => {
            let operand = values::operand_as(f, value, f.body.result)?;
            f.emit(Op::ReturnValue, &[operand.id])
        }
    }
}

/// `phi`: its operands are filled in by [`complete_phis`], when all values have their ids.
pub fn forward_phi<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = match inst.ty().is_pointer() {
        true => pointers::by_uses(f, inst)?,
        false => types::forward(f, inst.ty())?,
    };
    let count = incoming(f, inst).len();
    let start = f.body.code.len();
    let ty = f.define(inst, Op::Phi, ty, &vec![0; 2 * count])?.ty;
    f.body.control_flow.phis.push(PendingPhi { phi: inst, ty, at: start + 3 });
    Ok(())
}

/// Returns the incoming values, one for each predecessor that is translated.
fn incoming<'m>(f: &Forward<'m>, phi: Value<'m>) -> Vec<(Value<'m>, Id)> {
    // Most phis have few.
    const FEW: usize = 8;
    let mut pairs: Vec<(Value<'m>, Id)> = Vec::new();
    let mut seen = FxHashSet::default();
    for (value, block) in phi.incoming() {
        let Some(label) = f.body.control_flow.exits.get(&block).or_else(|| f.body.labels.get(&block)) else { continue };
        if pairs.len() == FEW && seen.is_empty() {
            seen.extend(pairs.iter().map(|(_, label)| *label));
        }
        let is_new = match pairs.len() {
            0..FEW => pairs.iter().all(|(_, other)| other != label),
            _ => seen.insert(*label),
        };
        if is_new {
            pairs.push((value, *label));
        }
    }
    pairs
}

/// Fills in the operands of all phis. Instructions that compute an operand are appended to its predecessor.
pub fn complete_phis(f: &mut Forward<'_>) -> Result<()> {
    for pending in std::mem::take(&mut f.body.control_flow.phis) {
        for (index, (value, label)) in incoming(f, pending.phi).into_iter().enumerate() {
            let id = incoming_operand(f, value, label, pending.ty)?;
            let at = pending.at + 2 * index;
            if let Some(pair) = f.body.code.get_mut(at..at + 2) {
                pair.copy_from_slice(&[id, label]);
            }
        }
    }
    loop_arrays::complete(f);
    insert_pending(f);
    Ok(())
}

fn incoming_operand<'m>(f: &mut Forward<'m>, value: Value<'m>, label: Id, ty: Id) -> Result<Id> {
    let code = std::mem::take(&mut f.body.code);
    f.body.casts.clear();
    let operand = values::operand_as(f, value, ty);
    let extra = std::mem::replace(&mut f.body.code, code);
    if !extra.is_empty() {
        let end = f.body.ends.get(&label).copied().ok_or_else(|| Error::internal("a block without an end"))?;
        f.body.control_flow.insertions.push((end, extra));
    }
    Ok(operand?.id)
}

fn insert_pending(f: &mut Forward<'_>) {
    let mut insertions = std::mem::take(&mut f.body.control_flow.insertions);
    if insertions.is_empty() {
        return;
    }
    insertions.arrange_by_key(|(at, _)| *at);
    let code = std::mem::take(&mut f.body.code);
    let mut rest = code.as_slice();
    let mut done = 0;
    for (at, words) in insertions {
        let (before, after) = rest.split_at(at - done);
        f.body.code.extend_from_slice(before);
        f.body.code.extend(words);
        (rest, done) = (after, at);
    }
    f.body.code.extend_from_slice(rest);
}

/// The `OpLoopMerge` of a loop, from the metadata of the branch that closes it.
#[derive(Clone, Debug)]
pub struct LoopMerge<'m> {
    /// The merge block of the loop; `None` if no block outside the loop is free to be one.
    pub merge: Option<Block<'m>>,
    /// The block with the branch back to the header.
    pub latch: Block<'m>,
    /// The control mask and its literals.
    pub control: Vec<u32>,
    /// The arrays whose accesses do not depend on each other between iterations.
    pub arrays: Arrays<'m>,
    /// True if neither the header nor the latch exits the loop.
    pub is_unstructured: bool,
}

/// The `OpSelectionMerge` of a selection, from the metadata of the branch that begins it.
#[derive(Clone, Debug)]
pub struct SelectionMerge<'m> {
    /// The merge block of the selection; `None` if its paths do not meet, or if that block already merges another construct.
    pub merge: Option<Block<'m>>,
    /// The control mask.
    pub control: u32,
}

/// The bits of selection controls: `Flatten` and `DontFlatten`.
const SELECTION_CONTROLS: u32 = 0x3;

/// Emits the `OpLoopMerge` or `OpLoopControlINTEL` of the header of a loop with hints.
pub fn forward_loop_merge<'m>(f: &mut Forward<'m>, merge: &LoopMerge<'m>) -> Result<()> {
    if merge.is_unstructured && availability::allows(f.options, "SPV_INTEL_unstructured_loop_controls") {
        super::loops::require(f, merge.control.first().copied().unwrap_or_default())?;
        loop_arrays::note(f, f.body.code.len(), 0, &merge.arrays)?;
        return f.emit(Op::LoopControlINTEL, &merge.control);
    }
    let latch = f.label(merge.latch)?;
    let target = match merge.merge {
        Some(block) => f.label(block)?,
        None => dead_end(f),
    };
    let mut operands = vec![target, latch];
    operands.extend_from_slice(&merge.control);
    super::loops::require(f, merge.control.first().copied().unwrap_or_default())?;
    loop_arrays::note(f, f.body.code.len(), 2, &merge.arrays)?;
    f.emit(Op::LoopMerge, &operands)
}

/// Notes the `OpSelectionMerge` of the next branch: no instruction may stand between the two.
pub fn forward_selection_merge<'m>(f: &mut Forward<'m>, selection: &SelectionMerge<'m>) -> Result<()> {
    let target = match selection.merge {
        Some(block) => f.label(block)?,
        None => dead_end(f),
    };
    f.body.control_flow.selection = Some([target, selection.control]);
    Ok(())
}

fn emit_selection_merge(f: &mut Forward<'_>) -> Result<()> {
    match f.body.control_flow.selection.take() {
        Some(operands) => f.emit(Op::SelectionMerge, &operands),
        None => Ok(()),
    }
}

/// Returns the selection control of a branch or switch, if it has one.
pub fn forward_selection_control(terminator: Value<'_>) -> Option<u32> {
    if !terminator.has_metadata() || terminator.successors().count() < 2 {
        return None;
    }
    let node = nodes::read(terminator.metadata(SelectionControl::NAME)?);
    let control = <SelectionControl as Tuple<Metadata<'_>>>::read(&node).ok()?;
    Some(control.0 & SELECTION_CONTROLS).filter(|control| *control != 0)
}

/// Returns the label of a new unreachable block, for a construct without a merge block of its own.
fn dead_end(f: &mut Forward<'_>) -> Id {
    let label = f.spv.fresh();
    f.body.control_flow.dead_ends.push(label);
    label
}

/// Emits the unreachable blocks of [`dead_end`].
pub fn forward_dead_ends(f: &mut Forward<'_>) -> Result<()> {
    for label in std::mem::take(&mut f.body.control_flow.dead_ends) {
        forward_label(f, label)?;
        f.emit(Op::Unreachable, &[])?;
    }
    Ok(())
}

/// Ends a block before a terminator that a merge instruction may not precede (it must be followed by a branch): the
/// terminator gets a block of its own, which is the predecessor in phis.
pub fn forward_split<'m>(f: &mut Forward<'m>, block: Block<'m>) -> Result<Id> {
    let label = f.body.splits.remove(&block).ok_or_else(|| Error::internal("a loop's header that was not laid out"))?;
    f.emit(Op::Branch, &[label])?;
    forward_label(f, label)?;
    f.body.control_flow.exits.insert(block, label);
    Ok(label)
}

/// `OpLabel`, the start of a block.
pub fn forward_label(f: &mut Forward<'_>, label: Id) -> Result<()> {
    f.spv.note(Op::Label);
    f.body.casts.clear();
    write::instruction(&mut f.body.code, Op::Label, &[label])
}

// --- SPIR-V to LLVM ---

/// Attaches to the terminator of the current block the hints of the loop that it closes, and the control of the
/// selection that it begins.
fn end<'m>(r: &mut Reverse<'m>, terminator: Value<'m>, targets: &[Id]) -> Result<()> {
    if let Some(properties) = targets.iter().find_map(|target| r.body.control_flow.loops.get(target)) {
        terminator.set_metadata(Loop::<()>::NAME, *properties)?;
    }
    let selection = std::mem::take(&mut r.body.control_flow.selection);
    if selection != 0 {
        let node = Tuple::<Metadata<'m>>::write(&SelectionControl(selection));
        terminator.set_metadata(SelectionControl::NAME, nodes::reverse(r, &node)?)?;
    }
    Ok(())
}

/// Notes multiple edges between two blocks: LLVM's phis have an entry for each.
fn count_edges(r: &mut Reverse<'_>, targets: &[Id]) {
    let mut sorted = targets.to_vec();
    sorted.sort_unstable();
    for same in sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1) {
        if let Some(target) = same.first() {
            r.body.control_flow.edges.insert((r.body.label, *target), same.len());
        }
    }
}

/// `OpBranch`.
pub fn reverse_branch<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let target = inst.operand(0)?;
    let terminator = r.builder.br(r.block(target)?)?;
    end(r, terminator, &[target])
}

/// `OpBranchConditional`; weights are `!prof`.
pub fn reverse_branch_conditional<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let targets = [inst.operand(1)?, inst.operand(2)?];
    let [yes, no] = [r.block(targets[0])?, r.block(targets[1])?];
    let terminator = r.builder.cond_br(r.operand(inst, 0)?, yes, no)?;
    if let Some([yes, no]) = inst.in_operands().get(3..) {
        let weights = BranchWeights { expected: false, weights: vec![*yes, *no] };
        let node = Tuple::<Metadata<'m>>::write(&weights);
        terminator.set_metadata(BranchWeights::NAME, nodes::reverse(r, &node)?)?;
    }
    count_edges(r, &targets);
    end(r, terminator, &targets)
}

/// `OpSwitch`, whose literals are as wide as its selector.
pub fn reverse_switch<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let selector = r.operand(inst, 0)?;
    let default = inst.operand(1)?;
    let terminator = r.builder.switch(selector, r.block(default)?)?;
    let literal_words = words(selector.ty().int_width());
    let mut targets = vec![default];
    for case in inst.in_operands().get(2..).unwrap_or_default().chunks(literal_words + 1) {
        let Some((target, literal)) = case.split_last() else { continue };
        let value = r.context.const_int_words(selector.ty(), &constants::wide(literal))?;
        r.builder.add_case(terminator, value, r.block(*target)?)?;
        targets.push(*target);
    }
    count_edges(r, &targets);
    end(r, terminator, &targets)
}

/// `OpReturn` and `OpReturnValue`.
pub fn reverse_return<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.opcode() {
        Op::ReturnValue => r.builder.ret(r.operand(inst, 0)?)?,
        _ => r.builder.ret_void()?,
    };
    Ok(())
}

/// Translates `OpSelectionMerge`: its control goes to the following terminator; LLVM needs no merge block.
pub fn reverse_selection_merge<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    r.body.control_flow.selection = inst.operand(1)?;
    Ok(())
}

/// Translates `OpLoopMerge` and `OpLoopControlINTEL`: the control goes to the branches back to this block. They come
/// later, since dominators come first in the order of blocks.
pub fn reverse_loop_merge<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let control = if inst.opcode() == Op::LoopMerge { 2 } else { 0 };
    if let Some(properties) = super::loops::reverse_control(r, inst, control)? {
        r.body.control_flow.loops.insert(r.body.label, properties);
    }
    Ok(())
}

/// Translates `OpPhi`: [`reverse_complete_phis`] adds its operands, when all values are translated.
pub fn reverse_phi<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let phi = r.builder.phi(r.result_ty(inst)?)?;
    r.body.control_flow.phis.push(ReversePhi { phi, inst, label: r.body.label });
    crate::concepts::base::decorations::reverse_flags(r, inst, phi)?;
    r.define(inst, phi)
}

/// Adds the incoming values to all phis of the function: one for each edge.
pub fn reverse_complete_phis(r: &mut Reverse<'_>) -> Result<()> {
    for pending in std::mem::take(&mut r.body.control_flow.phis) {
        add_incoming(r, &pending).map_err(|error| pending.inst.place(error))?;
    }
    loop_arrays::reverse_complete(r)
}

fn add_incoming<'m>(r: &Reverse<'m>, pending: &ReversePhi<'m>) -> Result<()> {
    let (pairs, rest) = pending.inst.in_operands().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Error::of(Code::BuiltinCall, "a value without the block that it comes from"));
    }
    let mut done = FxHashSet::default();
    for [value, from] in pairs {
        let (value, block) = (r.value(*value)?, r.block(*from)?);
        let edges = r.body.control_flow.edges.get(&(*from, pending.label)).copied().unwrap_or(1);
        // Some producers write a pair for each edge, although a block may be named only once.
        if edges > 1 && !done.insert(*from) {
            continue;
        }
        for _ in 0..edges {
            r.builder.add_incoming(pending.phi, value, block)?;
        }
    }
    Ok(())
}
