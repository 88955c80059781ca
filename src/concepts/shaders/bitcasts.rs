//! `OpBitcast` in shaders (SPIR-V 3.42.11 "Conversion Instructions").
//!
//! In LLVM IR: `bitcast`, even between integers that differ in sign and between pointers that differ in pointee, whose
//! LLVM types are equal. A cast between a pointer and a vector of integers goes through one integer, by an instruction
//! with the mark `!spirv.Part`, which the second cast completes.

use super::composites::{PART, part};
use super::values::result_type;
use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::{pointers, types, values};
use crate::concepts::instructions::memory::address_type;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Operand, Reverse};

// --- SPIR-V to LLVM ---

/// Translates an `OpBitcast` that the core chapter cannot express in LLVM IR; returns whether it did.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let (operand, ty) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    let value = match (operand.ty(), ty) {
        (from, to) if from == to && (to.scalar().is_int() || to.is_pointer()) => {
            r.builder.cast(Opcode::BitCast, operand, to)?
        }
        (from, to) if from.is_pointer() && to.is_vector() => {
            let address = r.builder.cast(Opcode::PtrToInt, operand, address_type(r)?)?;
            r.builder.cast(Opcode::BitCast, part(r, address)?, to)?
        }
        (from, to) if from.is_vector() && to.is_pointer() => {
            let address = r.builder.cast(Opcode::BitCast, operand, address_type(r)?)?;
            r.builder.cast(Opcode::IntToPtr, part(r, address)?, to)?
        }
        _ => return Ok(false),
    };
    if value.is_instruction() { r.define(inst, value) } else { r.alias(inst, value).map(drop) }.map(|()| true)
}

// --- LLVM to SPIR-V ---

/// Translates `bitcast`, `ptrtoint` and `inttoptr` in the forms above; returns whether it did.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let source = values::child(inst, 0)?;
    super::addresses::check_number(inst)?;
    if is_half(inst) {
        return Ok(true);
    }
    if is_half(source) {
        let operand = values::nth(f, source, 0)?;
        let ty = type_of(f, inst)?;
        return f.define(inst, Op::Bitcast, ty, &[operand.id]).map(|_| true);
    }
    if source.ty() != inst.ty() || !(inst.ty().scalar().is_int() || inst.ty().is_pointer()) {
        return Ok(false);
    }
    let ty = type_of(f, inst)?;
    let operand = match source.is_constant() && inst.ty().scalar().is_int() {
        true => other_sign(f, source, ty)?,
        false => values::operand(f, source)?,
    };
    if operand.ty == ty && inst.ty().is_pointer() {
        return f.bind(inst, operand).map(|()| true);
    }
    f.define(inst, Op::Bitcast, ty, &[operand.id]).map(|_| true)
}

/// Returns a constant with the sign that `ty` does not have, since only then was the cast necessary.
fn other_sign<'m>(f: &mut Forward<'m>, constant: Value<'m>, ty: Id) -> Result<Operand> {
    let is_signed = !f.shaders.signed.contains(&ty);
    let ty = super::types::with_sign(f, constant.ty(), is_signed)?;
    values::operand_as(f, constant, ty)
}

fn type_of<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    if inst.ty().is_pointer() {
        return pointers::by_uses(f, inst);
    }
    let ty = types::forward(f, inst.ty())?;
    Ok(result_type(f, inst, ty)?.unwrap_or(ty))
}

/// Returns whether an instruction is the first half of a cast between a pointer and a vector.
fn is_half(value: Value<'_>) -> bool {
    use Opcode::{BitCast, IntToPtr, PtrToInt};
    let is_marked = value.is_instruction() && value.has_metadata() && value.metadata(PART).is_some();
    let mut uses = value.uses();
    let second = match value.opcode() {
        Some(PtrToInt) => BitCast,
        Some(BitCast) => IntToPtr,
        _ => return false,
    };
    is_marked && uses.next().is_some_and(|user| user.is_op(second)) && uses.next().is_none()
}
