//! Builtin variables that are globals of LLVM IR: `@__spirv_BuiltInGlobalInvocationId` in address space 1 or 7 (S3-58).

use super::{BuiltIn, PREFIX, by_name, declare, define_number, load, load_operands, pointee};
use crate::concepts::types;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::Op;

/// The variable of a global that stands for a builtin.
pub fn forward_global<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    let Some(builtin) = builtin_of(global) else { return Ok(None) };
    if let Some(variable) = f.builtin_variables.get(&(builtin as u32)) {
        return Ok(Some(*variable));
    }
    let ty = global.value_type().ok_or_else(|| Error::internal("a global without a value type"))?;
    let ty = types::forward(f, ty)?;
    declare(f, builtin, ty).map(Some)
}

/// Does the global stand for a builtin?
pub fn is_global(global: Value<'_>) -> bool {
    builtin_of(global).is_some()
}

fn builtin_of(global: Value<'_>) -> Option<BuiltIn> {
    let is_ours = global.name().starts_with(PREFIX) && global.is_global_variable() && global.initializer().is_none();
    if is_ours { by_name(global.name()) } else { None }
}

/// A load through a builtin's global, of the whole or of a component. False if the pointer is another one.
pub fn forward_load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let Some((global, offset)) = inst.operand(0).and_then(|pointer| place(pointer, 0)) else { return Ok(false) };
    let Some(variable) = forward_global(f, global)? else { return Ok(false) };
    f.body.inputs.insert(variable.id);
    let (held, wanted) = (pointee(f, variable)?, types::forward(f, inst.ty())?);
    if held == wanted {
        let operands = load_operands(f, variable)?;
        return f.define(inst, Op::Load, wanted, &operands).map(|_| true);
    }
    let whole = load(f, variable)?;
    let held = global.value_type().filter(|ty| ty.is_vector() && inst.ty() == ty.scalar());
    let Some(width) = held.map(|ty| ty.scalar().int_width() / 8).filter(|width| *width > 0) else {
        return define_number(f, inst, whole).map(|()| true);
    };
    let component = u32::try_from(offset / u64::from(width)).unwrap_or(0);
    f.define(inst, Op::CompositeExtract, wanted, &[whole.id, component]).map(|_| true)
}

/// The builtin's global that a constant pointer goes to, and how many bytes into it.
fn place<'m>(pointer: Value<'m>, offset: u64) -> Option<(Value<'m>, u64)> {
    match pointer.const_opcode() {
        None => builtin_of(pointer).map(|_| (pointer, offset)),
        Some(Opcode::LLVMAddrSpaceCast) => place(pointer.operand(0)?, offset),
        Some(Opcode::LLVMGetElementPtr) => {
            let step = gep_offset(pointer.gep_source_type()?, pointer)?;
            place(pointer.operand(0)?, offset.checked_add(step)?)
        }
        Some(_) => None,
    }
}

/// The bytes that the constant indices of a GEP over numbers and vectors of them step over.
fn gep_offset<'m>(source: Type<'m>, gep: Value<'m>) -> Option<u64> {
    let bytes = |ty: Type<'m>| u64::from(ty.int_width() / 8);
    let mut size = match source.is_vector() {
        true => bytes(source.scalar()) * source.count().next_power_of_two(),
        false => bytes(source),
    };
    let mut offset = 0u64;
    for index in gep.operands().skip(1) {
        offset = offset.checked_add(index.int_value()?.checked_mul(size)?)?;
        size = bytes(source.scalar());
    }
    Some(offset)
}
