//! Emission of one execution mode with its requirements by the grammar.

use crate::binary::builder::{Id, Section};
use crate::binary::grammar::{self, Kind, Operand, Requirements};
use crate::concepts::base::{constants, decorations};
use crate::error::{Result, Subject};
use crate::state::{Forward, availability};
use ::spirv::{Capability, ExecutionMode, Op};
use std::collections::BTreeSet;

/// `OpExecutionMode`, or `OpExecutionModeId` where the operands are constants.
pub fn emit(f: &mut Forward<'_>, function: Id, mode: ExecutionMode, operands: &[u32]) -> Result<()> {
    if mode == ExecutionMode::ArithmeticPoisonKHR {
        // It stands behind all others, once for each entry point: see `say_poison`.
        return prepare(f, mode).map(drop);
    }
    if !has_ids(mode) {
        return match prepare(f, mode)? {
            true => f.spv.execution_mode(function, mode, operands),
            false => Ok(()),
        };
    }
    let ids = operands.iter().map(|operand| constants::word(f, *operand)).collect::<Result<Vec<_>>>()?;
    emit_ids(f, function, mode, &ids)
}

/// `ArithmeticPoisonKHR` for each entry point of a module with `PoisonFreezeKHR`, as `SPV_KHR_poison_freeze` demands.
pub fn say_poison(f: &mut Forward<'_>, entry_points: &[Id]) -> Result<()> {
    if !f.spv.has(Capability::PoisonFreezeKHR) {
        return Ok(());
    }
    let mut said = BTreeSet::new();
    for id in entry_points.iter().filter(|id| said.insert(**id)) {
        if prepare(f, ExecutionMode::ArithmeticPoisonKHR)? {
            f.spv.execution_mode(*id, ExecutionMode::ArithmeticPoisonKHR, &[])?;
        }
    }
    Ok(())
}

/// `OpExecutionModeId`.
pub fn emit_ids(f: &mut Forward<'_>, function: Id, mode: ExecutionMode, ids: &[Id]) -> Result<()> {
    if !prepare(f, mode)? {
        return Ok(());
    }
    let opcode = grammar::info_or_unknown(Op::ExecutionModeId as u16);
    require(f, &opcode.requires, mode)?;
    f.spv.emit(Section::ExecutionModes, Op::ExecutionModeId, &[&[function, mode as u32], ids].concat())
}

/// Declares the requirements of a mode; returns false if the mode is dropped.
fn prepare(f: &mut Forward<'_>, mode: ExecutionMode) -> Result<bool> {
    if f.hooks.drops_mode.iter().any(|drops| drops(f, mode)) {
        f.warn(format!("the execution mode {mode:?} is dropped: neither its version nor its extension is allowed"));
        return Ok(false);
    }
    decorations::require_enabling(f, Kind::ExecutionMode, mode as u32);
    if let Some(row) = grammar::enumerant(Kind::ExecutionMode, mode as u32) {
        require(f, &row.requires, mode)?;
    }
    Ok(true)
}

/// Declares the version or the extension that a mode needs.
fn require(f: &mut Forward<'_>, requires: &Requirements, mode: ExecutionMode) -> Result<()> {
    let required = availability::require(f, requires, || format!("the execution mode {mode:?}"));
    required.map_err(|error| error.about(Subject::ExecutionMode(mode)))
}

/// Returns whether the operands of the mode are ids.
fn has_ids(mode: ExecutionMode) -> bool {
    let row = grammar::enumerant(Kind::ExecutionMode, mode as u32);
    let is_id = |operand: &Operand| matches!(operand, Operand::One(Kind::IdRef));
    row.is_some_and(|row| row.parameters.iter().any(is_id))
}
