//! One execution mode, with all that the grammar says it needs.

use crate::concepts::{constants, decorations};
use crate::error::{Error, Result};
use crate::options::Version;
use crate::spirv::builder::{Id, Section};
use crate::spirv::grammar::{self, Kind, Operand};
use crate::state::Forward;
use ::spirv::{ExecutionMode, Op};

/// `OpExecutionMode`, or `OpExecutionModeId` where the operands are constants.
pub fn emit(f: &mut Forward<'_>, function: Id, mode: ExecutionMode, operands: &[u32]) -> Result<()> {
    decorations::require_enabling(f, Kind::ExecutionMode, mode as u32);
    require_version(f, mode)?;
    if !has_ids(mode) {
        return f.spv.execution_mode(function, mode, operands);
    }
    let mut words = vec![function, mode as u32];
    for operand in operands {
        words.push(constants::word(f, *operand)?);
    }
    f.spv.emit(Section::ExecutionModes, Op::ExecutionModeId, &words)
}

/// Modes of an extension come with that; the others with a version.
fn require_version(f: &mut Forward<'_>, mode: ExecutionMode) -> Result<()> {
    let requires = grammar::enumerant(Kind::ExecutionMode, mode as u32).map(|row| &row.requires);
    let since = requires.filter(|requires| requires.extensions.is_empty()).and_then(|requires| requires.since);
    let version = Version::new(1, since.unwrap_or(0));
    if version > f.options.max_version {
        return Err(Error::unsupported(format!("the execution mode {mode:?} before SPIR-V {version}"))
            .hint(format!("--spirv-max-version={version}")));
    }
    f.spv.require_version(version);
    Ok(())
}

/// Are the operands of the mode ids?
fn has_ids(mode: ExecutionMode) -> bool {
    let row = grammar::enumerant(Kind::ExecutionMode, mode as u32);
    let is_id = |operand: &Operand| matches!(operand, Operand::One(Kind::IdRef));
    row.is_some_and(|row| row.parameters.iter().any(is_id))
}
