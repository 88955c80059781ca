//! `OpSelect` in shaders (SPIR-V 3.42.15 "Relational and Logical Instructions").
//!
//! In LLVM IR: `select` with the condition unchanged: a vector that repeats one boolean stays a vector, and since
//! SPIR-V 1.4 a single boolean selects vectors.

use crate::binary::{Instruction, Op};
use crate::concepts::base::decorations::reverse_flags;
use crate::concepts::base::{types, values};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::Version;
use crate::state::{Forward, Reverse};

// --- SPIR-V to LLVM ---

/// `OpSelect`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.select(r.operand(inst, 0)?, r.operand(inst, 1)?, r.operand(inst, 2)?)?;
    reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

// --- LLVM to SPIR-V ---

/// Translates `select` of vectors by a single boolean, if the version has it; returns whether it was one.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let condition = values::child(inst, 0)?;
    if condition.ty().is_vector() || !inst.ty().is_vector() || f.spv.version() < Version::V1_4 {
        return Ok(false);
    }
    let condition = values::operand(f, condition)?.id;
    let ty = types::forward(f, inst.ty())?;
    let ty = f.typed(inst, ty)?;
    let (yes, no) = (values::child(inst, 1)?, values::child(inst, 2)?);
    let (yes, no) = (values::operand_as(f, yes, ty)?.id, values::operand_as(f, no, ty)?.id);
    f.define(inst, Op::Select, ty, &[condition, yes, no])?;
    Ok(true)
}
