//! Operands, flags and errors of instructions that are rewritten.

use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};

/// The error for an instruction that has no rule.
pub fn unsupported(inst: Value<'_>) -> Error {
    let opcode = inst.opcode().map(Opcode::word).unwrap_or_default();
    let ty = inst.operands().map(Value::ty).find(|ty| !ty.is_pointer()).unwrap_or(inst.ty());
    Error::of(Code::IllegalType, format!("the instruction {opcode} of type {ty}"))
}

/// Returns an operand of an instruction, or an internal error without it.
pub fn operand(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.operand(index).ok_or_else(|| Error::internal(format!("no operand {index}")))
}

/// Copies the flags of an instruction to the instruction of the same opcode that computes a part of its result. `new`
/// must not be an operand to which that part was folded: the operand promises less.
pub fn keep_flags<'m>(old: Value<'m>, new: Value<'m>) -> Result<()> {
    if !new.is_instruction() || old.opcode() != new.opcode() {
        return Ok(());
    }
    // Numbers that are represented by their bits have no such flags.
    let is_float = new.ty().scalar().float_width() != 0 || new.is_op(Opcode::FCmp);
    if old.fast_math() != 0 && is_float {
        new.set_fast_math(old.fast_math())?;
    }
    for (is_set, set) in [
        (old.nuw(), Value::set_nuw as fn(Value<'m>, bool) -> Result<()>),
        (old.nsw(), Value::set_nsw),
        (old.exact(), Value::set_exact),
        (old.disjoint(), Value::set_disjoint),
        (old.nneg(), Value::set_nneg),
        (old.same_sign(), Value::set_same_sign),
    ] {
        if is_set {
            set(new, true)?;
        }
    }
    Ok(())
}
