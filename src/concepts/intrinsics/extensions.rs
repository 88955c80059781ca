//! Intrinsics that become an instruction of an extension, where it is allowed; the instruction comes back as the intrinsic.

use super::rows::{self, Row};
use crate::binary::Instruction;
use crate::error::{Error, Result};
use crate::options::Options;
use crate::state::{Lowering, Reverse, availability};
use ::spirv::Op;

// --- LLVM to SPIR-V ---

/// Returns the lowering of an intrinsic to an instruction of an extension, if that is allowed.
pub fn lowering(row: &Row, options: &Options) -> Option<Lowering> {
    let extension = row.extension?;
    let is_allowed = extension.names.iter().any(|name| availability::allows(options, name));
    is_allowed.then_some(Lowering::Core(extension.op, extension.arguments))
}

/// Returns the extension instruction for an OpenCL C builtin that corresponds to such an intrinsic, if the extension is allowed.
pub fn instruction(builtin: &str, options: &Options) -> Option<Op> {
    match lowering(rows::find(&format!("llvm.{builtin}"))?, options) {
        Some(Lowering::Core(op, _)) => Some(op),
        _ => None,
    }
}

// --- SPIR-V to LLVM ---

/// Translates an extension instruction to its intrinsic.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let row = rows::of_extension(inst.opcode()).ok_or_else(|| Error::internal("no intrinsic"))?;
    let (Row { name, .. }, extension) = row;
    let operands = (0..extension.arguments as usize).map(|index| r.operand(inst, index)).collect::<Result<Vec<_>>>()?;
    if inst.result_type().is_none() {
        return r.builder.call_intrinsic(name, r.context.void_type(), &operands).map(drop);
    }
    let value = r.builder.call_intrinsic(name, r.result_ty(inst)?, &operands)?;
    r.define(inst, value)
}
