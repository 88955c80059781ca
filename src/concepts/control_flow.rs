//! Control flow (SPIR-V 3.42.17 "Control-Flow Instructions").
//!
//! In LLVM IR: `br`, `switch`, `phi`, `ret`, `unreachable`; `!llvm.loop` on the branch that closes a loop is
//! `OpLoopMerge` in the loop's header. Blocks that cannot be reached are left out. A loop without an exit has no block
//! to name as merge block, so that its hints are lost.

use super::{pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::{Block, Value};
use crate::spirv::builder::Id;
use crate::spirv::write;
use crate::state::{Forward, PendingPhi};
use ::spirv::Op;

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
            f.emit(Op::BranchConditional, &[condition, yes, no])
        }
        _ => Err(Error::internal("a branch with neither one target nor two")),
    }
}

/// `switch`. A selector of one bit becomes a byte.
pub fn forward_switch<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let selector = values::child(inst, 0)?;
    let width = selector.ty().int_width();
    let mut id = values::operand(f, selector)?.id;
    if width == 1 {
        let byte = types::int(f, 8)?;
        let (one, zero) = (f.spv.unique_constant(Op::Constant, byte, &[1])?, f.spv.unique_constant(Op::Constant, byte, &[0])?);
        id = f.emit_value(Op::Select, byte, &[id, one, zero])?.id;
    }
    let default = inst.switch_default().ok_or_else(|| Error::internal("a switch without a default"))?;
    let mut operands = vec![id, f.label(default)?];
    for (case, target) in inst.cases() {
        let literal = case.int_value().ok_or_else(|| Error::unsupported("a case of more than 64 bits"))?;
        operands.push(literal as u32);
        if width > 32 {
            operands.push((literal >> 32) as u32);
        }
        operands.push(f.label(target)?);
    }
    f.emit(Op::Switch, &operands)
}

/// `ret`.
pub fn forward_return<'m>(f: &mut Forward<'m>, inst: Value<'m>, result: Id) -> Result<()> {
    match inst.operand(0) {
        None => f.emit(Op::Return, &[]),
        Some(value) => {
            let operand = values::operand_as(f, value, result)?;
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
    f.define(inst, Op::Phi, ty, &vec![0; 2 * count])?;
    f.body.phis.push(PendingPhi { phi: inst, ty, at: start + 3 });
    Ok(())
}

/// What comes in, once for each predecessor that is translated.
fn incoming<'m>(f: &Forward<'m>, phi: Value<'m>) -> Vec<(Value<'m>, Id)> {
    let mut pairs: Vec<(Value<'m>, Id)> = Vec::new();
    for (value, block) in phi.incoming() {
        match f.body.labels.get(&block) {
            Some(label) if !pairs.iter().any(|(_, seen)| seen == label) => pairs.push((value, *label)),
            _ => {}
        }
    }
    pairs
}

/// Fills in the operands of all phis. What an operand needs computed goes to the end of its predecessor.
pub fn complete_phis(f: &mut Forward<'_>) -> Result<()> {
    for pending in std::mem::take(&mut f.body.phis) {
        for (index, (value, label)) in incoming(f, pending.phi).into_iter().enumerate() {
            let id = incoming_operand(f, value, label, pending.ty)?;
            let at = pending.at + 2 * index;
            if let Some(pair) = f.body.code.get_mut(at..at + 2) {
                pair.copy_from_slice(&[id, label]);
            }
        }
    }
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
        f.body.insertions.push((end, extra));
    }
    Ok(operand?.id)
}

fn insert_pending(f: &mut Forward<'_>) {
    let mut insertions = std::mem::take(&mut f.body.insertions);
    if insertions.is_empty() {
        return;
    }
    insertions.sort_by_key(|(at, _)| *at);
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

/// The `OpLoopMerge` of a loop, told by the branch that closes it.
#[derive(Clone, Debug)]
pub struct LoopMerge<'m> {
    /// Where the loop is left.
    pub merge: Block<'m>,
    /// The block whose branch goes back.
    pub latch: Block<'m>,
    /// The control mask and its literals.
    pub control: Vec<u32>,
}

/// Appends the `OpLoopMerge` of the block, where it is the header of a loop with hints.
pub fn forward_loop_merge<'m>(f: &mut Forward<'m>, merge: &LoopMerge<'m>) -> Result<()> {
    let (target, latch) = (f.label(merge.merge)?, f.label(merge.latch)?);
    let mut operands = vec![target, latch];
    operands.extend_from_slice(&merge.control);
    f.emit(Op::LoopMerge, &operands)
}

/// `OpLabel`, the start of a block.
pub fn forward_label(f: &mut Forward<'_>, label: Id) -> Result<()> {
    f.spv.note(Op::Label);
    f.body.casts.clear();
    write::instruction(&mut f.body.code, Op::Label, &[label])
}

