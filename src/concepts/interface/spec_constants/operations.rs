//! Operations on specialization constants (SPIR-V 3.42.7 `OpSpecConstantOp`).
//!
//! In LLVM IR: the instruction that the operation names, with the empty node `!spirv.SpecConstantOp`, at the beginning
//! of each function that uses it. With the node, and while its operands are constants of the module, it is a constant
//! of the module again; without either it is computed where it stands, which gives the same value.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::spec_operations::OPERATIONS;
use crate::error::{Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::state::{Forward, Operand, Reverse};
use ::spirv::Op;

/// The attachment.
const NODE: &str = "spirv.SpecConstantOp";

// --- LLVM to SPIR-V ---

/// Moves what `inst` has become, the code from `start` on, to the constants of the module, where it says so and can.
pub fn lift<'m>(f: &mut Forward<'m>, inst: Value<'m>, start: usize) -> Result<()> {
    if inst.metadata(NODE).is_none() || !inst.operands().all(|operand| is_constant(f, operand)) {
        return Ok(());
    }
    let Some((op, [ty, id, operands @ ..])) = single(f.body.code.get(start..).unwrap_or_default()) else {
        return Ok(());
    };
    if !OPERATIONS.contains(&op) {
        return Ok(());
    }
    let (ty, id, operands) = (*ty, *id, [&[op as u32], operands].concat());
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
    let is_plain = value.is_constant() && !matches!(value.kind(), ValueKind::LLVMConstantExprValueKind);
    is_plain || f.body.values.get(&value).is_some_and(|operand| is_made(operand.id))
}

/// The one instruction that the words are: its opcode and operands.
fn single(words: &[u32]) -> Option<(Op, &[u32])> {
    let (first, operands) = words.split_first()?;
    let op = Op::from_u32(first & 0xFFFF).filter(|_| (first >> 16) as usize == words.len())?;
    Some((op, operands))
}

// --- SPIR-V to LLVM ---

/// Marks the instruction that an operation has become.
pub fn mark<'m>(r: &mut Reverse<'m>, inst: Instruction<'_>) -> Result<()> {
    let id = inst.result_id().ok_or_else(|| Error::internal("an operation without a result"))?;
    let value = r.value(id)?;
    if value.is_instruction() { value.set_metadata(NODE, r.context.md_node(&[])) } else { Ok(()) }
}
