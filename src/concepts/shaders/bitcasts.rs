//! `OpBitcast` in shaders (SPIR-V 3.42.11 "Conversion Instructions").
//!
//! In LLVM IR: `bitcast`, between integers of two signs and between pointers of two pointees too, where nothing is left
//! of it but its place. Between a pointer and a vector of integers it goes through one integer, by an instruction with
//! the mark `!spirv.Part`, which the other one completes.

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

/// Translates an `OpBitcast` whose LLVM IR the core does not tell; says whether it did.
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

/// `bitcast`, `ptrtoint` and `inttoptr`; says whether it was one of those above.
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

/// Returns a constant with the sign that the type of its cast lacks: nothing else would have been cast.
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

/// Returns whether it is the first half of a cast between a pointer and a vector.
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
