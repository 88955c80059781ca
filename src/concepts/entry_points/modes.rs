//! One execution mode, with all that the grammar says it needs.

use crate::concepts::{availability, constants, decorations};
use crate::error::{Result, Subject};
use crate::options::Version;
use crate::spirv::builder::{Id, Section};
use crate::spirv::grammar::{self, Kind, Operand, Requirements};
use crate::state::Forward;
use ::spirv::{ExecutionMode, Op};

/// `OpExecutionMode`, or `OpExecutionModeId` where the operands are constants.
pub fn emit(f: &mut Forward<'_>, function: Id, mode: ExecutionMode, operands: &[u32]) -> Result<()> {
    if !has_ids(mode) {
        return match prepare(f, mode)? {
            true => f.spv.execution_mode(function, mode, operands),
            false => Ok(()),
        };
    }
    let ids = operands.iter().map(|operand| constants::word(f, *operand)).collect::<Result<Vec<_>>>()?;
    emit_ids(f, function, mode, &ids)
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

/// Declares what a mode needs; false if it is left out.
fn prepare(f: &mut Forward<'_>, mode: ExecutionMode) -> Result<bool> {
    if f.options.compatibility.strict && !is_kept(f, mode) {
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

/// Does the drop-in write the mode? Like the Khronos translator, it takes a version rather than an extension that has
/// become part of it, and leaves out how floating-point numbers are computed where that cannot be said.
fn is_kept(f: &mut Forward<'_>, mode: ExecutionMode) -> bool {
    use ExecutionMode as M;
    let is_of_floats = matches!(
        mode,
        M::DenormPreserve
            | M::DenormFlushToZero
            | M::SignedZeroInfNanPreserve
            | M::RoundingModeRTE
            | M::RoundingModeRTZ
            | M::RoundingModeRTPINTEL
            | M::RoundingModeRTNINTEL
            | M::FloatingPointModeALTINTEL
            | M::FloatingPointModeIEEEINTEL
    );
    let row = grammar::enumerant(Kind::ExecutionMode, mode as u32).filter(|_| is_of_floats);
    let since = row.and_then(|row| row.requires.since).map(|minor| Version::new(1, minor));
    if let Some(version) = since.filter(|version| *version <= f.options.max_version) {
        f.spv.require_version(version);
    }
    !is_of_floats || availability::is_allowed(f, Kind::ExecutionMode, mode as u32)
}

/// Are the operands of the mode ids?
fn has_ids(mode: ExecutionMode) -> bool {
    let row = grammar::enumerant(Kind::ExecutionMode, mode as u32);
    let is_id = |operand: &Operand| matches!(operand, Operand::One(Kind::IdRef));
    row.is_some_and(|row| row.parameters.iter().any(is_id))
}
