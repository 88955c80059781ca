//! Operands: whatever an instruction uses, be it an argument, an instruction, a constant or a global.

use super::{constants, pointers, types};
use crate::binary::builder::Id;
use crate::error::{Code, Error, Result};
use crate::llvm::{Fetched, Value, ValueKind};
use crate::state::hooks::ask;
use crate::state::{Forward, Late, Operand};
use ::spirv::Op;

/// The SPIR-V value of `value`.
pub fn operand<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if let Some(operand) = f.body.values.get(&value).copied() {
        return if f.shaders.takes_integers { as_integer(f, value, operand) } else { Ok(operand) };
    }
    if let Some(operand) = ask!(f.hooks.typed_constant, f, value) {
        return Ok(operand);
    }
    if let Some(operand) = f.globals.get(&value) {
        return Ok(*operand);
    }
    if value.is_constant() {
        return constants::operand(f, value);
    }
    if let Some(late) = f.body.late.get(&value).copied() {
        return forward_late(f, value, late);
    }
    if let Some(callee) = value.called_function().filter(|callee| callee.is_declaration()) {
        // A builtin without a result, which LLVM lets one call as if it had one.
        return Err(wrong_result(callee.name()));
    }
    if value.is_instruction() || value.is_argument() {
        return Err(Error::internal(format!("{} is used before it is translated", value.print())));
    }
    Err(Error::of(Code::Instruction, format!("{} as an operand", value.print())))
}

/// Returns the constant that a call is replaced by.
fn forward_late<'m>(f: &mut Forward<'m>, call: Value<'m>, late: Late) -> Result<Operand> {
    match late {
        Late::Made(make) => make(f, call),
        Late::Number(number) => {
            let (id, ty) = (constants::splat(f, call.ty(), number)?, types::forward(f, call.ty())?);
            Ok(Operand { id, ty })
        }
    }
}

/// Returns the SPIR-V value of `value` with type `ty`; a pointer with another pointee is cast.
pub fn operand_as<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Operand> {
    if !value.is_local() && value.kind() == ValueKind::PointerNull && f.pointer_parts(ty).is_none() {
        // Older IR has pointers for what is opaque.
        return Ok(Operand { id: constants::null(f, ty)?, ty });
    }
    if let Some(constant) = ask!(f.hooks.constant_as, f, value, ty) {
        return Ok(constant);
    }
    let operand = operand(f, value)?;
    pointers::coerce(f, operand, ty)
}

/// Returns a number of an encoded type, such as an 8-bit float, as the integer that represents it in LLVM IR.
fn as_integer<'m>(f: &mut Forward<'m>, value: Value<'m>, operand: Operand) -> Result<Operand> {
    if !f.shaders.encoded.contains_key(&operand.ty) {
        return Ok(operand);
    }
    let ty = types::forward(f, value.ty())?;
    f.emit_value(Op::Bitcast, ty, &[operand.id])
}

/// The `index`-th operand of an instruction.
pub fn nth<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<Operand> {
    let value = child(inst, index)?;
    operand(f, value)
}

/// The `index`-th operand of an instruction, as LLVM has it.
pub fn child(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.operand(index).ok_or_else(|| no_operand(index))
}

/// Returns an instruction with its columns, for handlers that ask for several of its operands.
#[inline]
pub fn fetch(inst: Value<'_>) -> Result<Fetched<'_>> {
    inst.fetch().ok_or_else(|| Error::internal("an operand as an instruction"))
}

/// The `index`-th operand of an instruction that is fetched already.
#[inline]
pub fn fetched_child<'m>(inst: &Fetched<'m>, index: u32) -> Result<Value<'m>> {
    inst.operand(index).ok_or_else(|| no_operand(index))
}

#[cold]
fn no_operand(index: u32) -> Error {
    Error::internal(format!("no operand {index}"))
}

/// Returns an index as an integer: SPIR-V has no boolean indices, so that a true `i1` becomes the number `yes`.
pub fn index<'m>(f: &mut Forward<'m>, value: Value<'m>, yes: u32) -> Result<Id> {
    if !value.ty().is_int_of(1) {
        return Ok(operand(f, value)?.id);
    }
    if let Some(number) = value.int_value().filter(|_| value.is_constant()) {
        return constants::word(f, if number == 0 { 0 } else { yes });
    }
    if value.is_undef() {
        return constants::word(f, 0);
    }
    let condition = operand(f, value)?.id;
    let (ty, yes, no) = (types::int(f, 32)?, constants::word(f, yes)?, constants::word(f, 0)?);
    Ok(f.emit_value(Op::Select, ty, &[condition, yes, no])?.id)
}

/// Returns the error for a call that has a result where the builtin has none, or the reverse.
pub fn wrong_result(name: &str) -> Error {
    Error::of(Code::Builtin, format!("{name} with another result than the function has"))
}
