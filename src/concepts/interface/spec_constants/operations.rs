//! Operations on specialization constants (SPIR-V 3.42.7 `OpSpecConstantOp`).
//!
//! In LLVM IR: the instruction that the operation names, with the empty node `!spirv.SpecConstantOp`, at the beginning
//! of each function that uses it. With the node, and while its operands are constants of the module, it is a constant
//! of the module again; otherwise it is computed in the function, which gives an equal value. In shaders, whose
//! integers are signed or unsigned, the node is that of the list ([`spec_nodes`]), which has the types of constants.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::binary::spec_operations::OPERATIONS;
use crate::concepts::base::{spec_nodes, values};
use crate::concepts::instructions::compare;
use crate::error::{Error, Result};
use crate::llvm::{Metadata, Opcode, Value, ValueKind};
use crate::state::{Forward, Operand, Reverse};
use ::spirv::Op;

/// The attachment that marks an operation.
const NODE: &str = "spirv.SpecConstantOp";

// --- LLVM to SPIR-V ---

/// Binds an instruction to the operation of the list that its node names; returns whether it did.
pub fn listed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let Some(node) = inst.metadata(NODE).filter(|node| !node.operands().is_empty()) else { return Ok(false) };
    let Some((op, parts)) = spec_nodes::parts(node)? else { return Ok(false) };
    // An optimiser may have changed the instruction, but not its metadata.
    if !compare::is_comparison_of(op, inst) {
        return Ok(false);
    }
    for (part, operand) in parts.into_iter().zip(inst.operands()) {
        if !is_part(f, part, operand)? {
            return Ok(false);
        }
    }
    bind(f, inst, node)
}

/// Returns whether an operand of an instruction is the part in its node.
fn is_part<'m>(f: &mut Forward<'m>, part: Metadata<'m>, operand: Value<'m>) -> Result<bool> {
    if operand.is_constant() {
        return Ok(spec_nodes::plain(part) == Some(operand));
    }
    if !f.body.values.contains_key(&operand) && !f.body.late.contains_key(&operand) {
        return Ok(false);
    }
    let id = values::operand(f, operand)?.id;
    Ok(spec_nodes::operand(f, Some(part))?.is_some_and(|part| part.id == id))
}

fn bind<'m>(f: &mut Forward<'m>, inst: Value<'m>, node: Metadata<'m>) -> Result<bool> {
    let Some(operand) = spec_nodes::forward(f, node)? else { return Ok(false) };
    f.bind(inst, operand)?;
    Ok(true)
}

/// Moves the code emitted for `inst`, from `start` on, to the constants of the module, if it is marked and its operands are constants.
pub fn lift<'m>(f: &mut Forward<'m>, inst: Value<'m>, start: usize) -> Result<()> {
    let Some(node) = inst.metadata(NODE) else { return Ok(()) };
    let has_types = !node.operands().is_empty();
    if !has_types && !inst.operands().all(|operand| is_constant(f, operand)) {
        return Ok(());
    }
    let Some((op, [ty, id, operands @ ..])) = single(f.body.code.get(start..).unwrap_or_default()) else {
        return Ok(());
    };
    if !OPERATIONS.contains(&op) {
        return Ok(());
    }
    let (ty, id, operands) = (*ty, *id, [&[op as u32], operands].concat());
    if has_types {
        // A composite is taken apart by several instructions, of which this is the last.
        let Some(listed) = spec_nodes::forward(f, node)? else { return Ok(()) };
        if spec_nodes::words(f, node)? == operands {
            f.body.code.truncate(start);
            f.spv.forget(id);
            f.body.last = 0;
            f.bind(inst, listed)?;
        }
        return Ok(());
    }
    f.body.code.truncate(start);
    // What optimisers have found out about the instruction is said of its id.
    if inst.nsw() || inst.nuw() || inst.fast_math() != 0 {
        f.spv.global_as(id, Op::SpecConstantOp, Some(ty), &operands)?;
        f.spec_constants.all.insert(id);
        return Ok(());
    }
    f.spv.forget(id);
    let id = f.spv.unique_constant(Op::SpecConstantOp, ty, &operands)?;
    let is_new = f.spec_constants.all.insert(id);
    f.body.last = if is_new { id } else { 0 };
    f.bind(inst, Operand { id, ty })
}

fn is_constant<'m>(f: &Forward<'m>, value: Value<'m>) -> bool {
    let is_made = |id: Id| f.spec_constants.all.contains(&id);
    let is_plain = value.is_constant() && !matches!(value.kind(), ValueKind::Expression);
    is_plain || f.body.values.get(&value).is_some_and(|operand| is_made(operand.id))
}

/// Returns opcode and operands if the words are exactly one instruction.
fn single(words: &[u32]) -> Option<(Op, &[u32])> {
    let (first, operands) = words.split_first()?;
    let op = Op::from_u32(first & 0xFFFF).filter(|_| (first >> 16) as usize == words.len())?;
    Some((op, operands))
}

// --- SPIR-V to LLVM ---

/// Marks the instruction for an operation.
pub fn mark<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.result_id().ok_or_else(|| Error::internal("an operation without a result"))?;
    let value = r.value(id)?;
    // Shifts of shaders may be frozen.
    let value = value.operand(0).filter(|_| value.is_op(Opcode::Freeze)).unwrap_or(value);
    let node = match r.hooks.has_signs.is_empty() {
        true => None,
        false => spec_nodes::node(r, id)?,
    };
    let node = node.unwrap_or_else(|| r.context.md_node(&[]));
    if value.is_instruction() { value.set_metadata(NODE, node) } else { Ok(()) }
}
