//! Execution modes whose operands are specialization constants (SPIR-V 3.42.5 `OpExecutionModeId`).
//!
//! In LLVM IR: `!spirv.ExecutionModeId`, whose nodes are `!{function, i32 mode, operands...}` with operands as those of
//! [`crate::concepts::base::spec_nodes`]. `!reqd_work_group_size` and the like have the default values.

use crate::binary::Instruction;
use crate::concepts::base::spec_nodes;
use crate::error::{Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, Reverse};
use ::spirv::{ExecutionMode, Op};

const NAME: &str = "spirv.ExecutionModeId";

// --- LLVM to SPIR-V ---

/// A function, a mode of it, and the operands of the mode.
type Mode<'m> = (Value<'m>, ExecutionMode, Vec<Option<Metadata<'m>>>);

/// Returns the contents of a node; none if the function was removed.
fn read(node: Metadata<'_>) -> Result<Option<Mode<'_>>> {
    let invalid = |why: &str| Error::invalid(format!("metadata !{NAME}: {why}"));
    let mut operands = node.operands();
    let rest = operands.split_off(operands.len().min(2));
    let [function, Some(mode)] = *operands else { return Err(invalid("a node of too few operands")) };
    let mode = mode.as_value().and_then(Value::int_value).and_then(|mode| u32::try_from(mode).ok());
    let mode = mode.and_then(ExecutionMode::from_u32).ok_or_else(|| invalid("there is no such mode"))?;
    Ok(function.and_then(Metadata::as_value).map(|function| (function, mode, rest)))
}

/// Returns whether a node states the mode of a function.
pub fn says<'m>(f: &Forward<'m>, function: Value<'m>, mode: ExecutionMode) -> Result<bool> {
    for node in f.module.named_metadata_nodes(NAME) {
        if read(node)?.is_some_and(|(of, said, _)| of == function && said == mode) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Emits the execution modes whose operands are specialization constants.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    for node in f.module.named_metadata_nodes(NAME).collect::<Vec<_>>() {
        let Some((function, mode, operands)) = read(node)? else { continue };
        let Some(function) = f.functions.get(&function).map(|signature| signature.id) else { continue };
        let operands = operands.into_iter().map(|one| spec_nodes::operand(f, one));
        let ids = operands.map(|one| one.map(|one| one.map(|operand| operand.id)));
        let ids = ids
            .collect::<Result<Option<Vec<_>>>>()?
            .ok_or_else(|| Error::invalid(format!("metadata !{NAME}: an operand is gone")))?;
        crate::concepts::base::modes::emit_ids(f, function, mode, &ids)?;
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Adds a node for a mode with a specialization constant among its operands; returns false for other modes.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let ids = inst.in_operands().get(2..).unwrap_or_default();
    if inst.opcode() != Op::ExecutionModeId || !ids.iter().any(|id| r.spec_constants.has(*id)) {
        return Ok(false);
    }
    let mut operands =
        vec![Some(r.context.md_value(r.operand(inst, 0)?)?), Some(r.context.md_int(32, inst.operand(1)?.into())?)];
    for id in ids {
        spec_nodes::node(r, *id)?;
        operands.push(Some(spec_nodes::reverse_operand(r, *id)?));
    }
    r.module.add_named_metadata(NAME, r.context.md_node(&operands))?;
    Ok(true)
}
