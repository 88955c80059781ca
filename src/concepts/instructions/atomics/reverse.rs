//! Atomics to calls: by their names in OpenCL C where these express the operation exactly, else by their friendly names.

use super::opencl::{LEGACY, MODERN, UNSIGNED, takes_object};
use crate::binary::Instruction;
use crate::concepts::base::{pointers, untyped_pointers};
use crate::concepts::builtins::{self, Effects, mangled};
use crate::concepts::instructions::memory_semantics as semantics;
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::{Op, Scope};
use llvm_spirv_mangling::{Pointer, Type};

/// Translates an atomic: by its name in OpenCL C where that expresses it exactly, else by its friendly name.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let call = match r.options.builtin_spelling {
        BuiltinSpelling::SpvIr => None,
        BuiltinSpelling::Cl12 => legacy_call(r, inst)?,
        BuiltinSpelling::Cl20 => modern_call(r, inst)?,
    };
    let Some(call) = call else { return builtins::reverse_generic(r, inst) };
    let result = match inst.result_type() {
        Some(ty) => r.ty(ty)?,
        None => r.context.void_type(),
    };
    let value = builtins::call(r, &call.base, result, &call.params, &call.args, Effects::Any)?;
    if inst.result_id().is_some() { r.define(inst, value) } else { Ok(()) }
}

/// A call of an OpenCL C builtin.
struct Call<'m> {
    base: String,
    params: Vec<Type>,
    args: Vec<Value<'m>>,
}

/// Returns the value of an operand that is a constant.
fn number(r: &Reverse<'_>, inst: Instruction<'_>, index: usize) -> Option<u64> {
    r.constant(inst.operand(index).ok()?).ok()
}

/// Returns the address space and the mangled pointee of the pointer operand, if that is a number of 32 or 64 bits.
fn pointee<'m>(r: &Reverse<'m>, inst: Instruction<'m>, unsigned: bool) -> Result<Option<(u32, Type)>> {
    let pointer = r.type_of(inst.operand(0)?)?;
    let pointee = untyped_pointers::atomic_type(r, inst).map_or_else(|| r.pointee_of(inst.operand(0)?), Ok)?;
    let ty = mangled(r, pointee, !unsigned)?;
    let usable = matches!(ty.bit_width(), Some(32 | 64));
    Ok(usable.then_some((r.ty(pointer)?.address_space(), ty)))
}

fn row(table: &'static [(&str, Op)], op: Op) -> Option<(&'static str, bool)> {
    let signed = UNSIGNED.iter().find(|row| row.1 == op);
    let op = signed.map_or(op, |row| row.0);
    table.iter().find(|row| row.1 == op).map(|row| (row.0, signed.is_some()))
}

/// Returns the call in OpenCL C 1.2, if it has one.
fn legacy_call<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Call<'m>>> {
    let Some((name, unsigned)) = row(LEGACY, inst.opcode()) else { return Ok(None) };
    let (scope, order) = (number(r, inst, 1), number(r, inst, 2));
    if scope != Some(Scope::Device as u64) || order != Some(0) {
        return Ok(None);
    }
    let Some((space, ty)) = pointee(r, inst, unsigned)? else { return Ok(None) };
    if !matches!(space, 1 | 3) || (ty.is_float() && (name != "xchg" || ty == Type::Double)) {
        return Ok(None);
    }
    let mut args = vec![r.operand(inst, 0)?];
    match inst.opcode() {
        Op::AtomicCompareExchange if number(r, inst, 3) != Some(0) => return Ok(None),
        Op::AtomicCompareExchange => args.extend([r.operand(inst, 5)?, r.operand(inst, 4)?]),
        op if takes_object(op) => args.push(r.operand(inst, 3)?),
        _ => {}
    }
    let prefix = if ty.bit_width() == Some(64) { "atom" } else { "atomic" };
    let pointer = Pointer { volatile: true, ..Pointer::new(space, ty.clone()) };
    let params = std::iter::once(pointer.into()).chain(args.iter().skip(1).map(|_| ty.clone())).collect();
    Ok(Some(Call { base: format!("{prefix}_{name}"), params, args }))
}

/// Returns the call in OpenCL C 2.0, if it has one. Compare-exchange has other parameters there, and keeps its friendly name.
fn modern_call<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Call<'m>>> {
    let Some((name, unsigned)) = row(MODERN, inst.opcode()) else { return Ok(None) };
    let Some((space, ty)) = pointee(r, inst, unsigned)? else { return Ok(None) };
    let Some((order, scope)) = order_and_scope(r, inst, space) else { return Ok(None) };
    let takes_floats = matches!(inst.opcode(), Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
    if !matches!(space, 1 | 3 | 4) || (ty.is_float() && !takes_floats) {
        return Ok(None);
    }
    let pointer = Pointer { volatile: true, ..Pointer::new(space, Type::atomic(ty.clone())) };
    let (mut params, mut args) = (vec![pointer.into()], vec![r.operand(inst, 0)?]);
    if takes_object(inst.opcode()) {
        params.push(ty);
        args.push(r.operand(inst, 3)?);
    }
    let word = r.context.int_type(32)?;
    params.extend([Type::named("memory_order"), Type::named("memory_scope")]);
    args.extend([r.context.const_int(word, order.into())?, r.context.const_int(word, scope.into())?]);
    Ok(Some(Call { base: format!("atomic_{name}_explicit"), params, args }))
}

/// Returns order and scope by their OpenCL C numbers, if the way forward would translate them back to the same semantics.
fn order_and_scope(r: &Reverse<'_>, inst: Instruction<'_>, space: u32) -> Option<(u32, u32)> {
    let semantics = number(r, inst, 2)?;
    let order = semantics::cl_order(semantics)?;
    let class = semantics::class_bits(pointers::class_of(space)?);
    let same = u64::from(semantics::with_class(semantics::order(order)?, class)) == semantics;
    Some((order, semantics::cl_scope(number(r, inst, 1)?)?)).filter(|_| same)
}
