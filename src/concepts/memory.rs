//! Memory (SPIR-V 3.42.8 "Memory Instructions", 3.26 "Memory Operands").
//!
//! In LLVM IR: `alloca`, `load`, `store`; `align`, `volatile` and `!nontemporal` are memory operands. An `alloca`
//! outside the first block moves there, since SPIR-V has variables only at the start of a function.

use super::{constants, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::{AtomicOrdering, AttributeKind, AttributePlace, Value};
use crate::spirv::write;
use crate::state::{Forward, Operand};
use ::spirv::{Capability, Decoration, MemoryAccess, Op, StorageClass};

// --- LLVM to SPIR-V ---

/// `alloca` of a fixed size.
pub fn forward_alloca<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let allocated = inst.allocated_type().ok_or_else(|| Error::internal("alloca without a type"))?;
    let count = values::child(inst, 0)?;
    let count = count.int_value().filter(|_| count.is_constant()).ok_or_else(variable_length)?;
    let mut pointee = types::pointee(f, allocated)?;
    if count != 1 {
        pointee = types::array_of(f, pointee, count.max(1))?;
    }
    let class = pointers::storage_class(f, inst.ty().address_space())?;
    if class != StorageClass::Function {
        return Err(Error::unsupported(format!("a local variable in address space {}", inst.ty().address_space())));
    }
    let ty = pointers::pointer_type(f, class, pointee)?;
    let id = f.result_id(inst);
    f.spv.note(Op::Variable);
    write::instruction(&mut f.body.variables, Op::Variable, &[ty, id, class as u32])?;
    f.body.values.insert(inst, Operand { id, ty });
    f.spv.decorate(id, Decoration::Alignment, &[inst.alignment()])
}

fn variable_length() -> Error {
    Error::unsupported("an alloca whose size is not constant").hint("SPV_INTEL_variable_length_array has it")
}

/// `load`.
pub fn forward_load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if inst.ordering() != AtomicOrdering::LLVMAtomicOrderingNotAtomic {
        return super::atomics::forward_load(f, inst);
    }
    let pointer = values::child(inst, 0)?;
    let pointer = pointers::operand_to(f, pointer, inst.ty())?;
    let ty = types::forward(f, inst.ty())?;
    let mut operands = vec![pointer.id];
    access(inst, &mut operands);
    f.define(inst, Op::Load, ty, &operands).map(drop)
}

/// `store`.
pub fn forward_store<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if inst.ordering() != AtomicOrdering::LLVMAtomicOrderingNotAtomic {
        return super::atomics::forward_store(f, inst);
    }
    let (object, pointer) = (values::child(inst, 0)?, values::child(inst, 1)?);
    let ty = types::forward(f, object.ty())?;
    let object = values::operand_as(f, object, ty)?;
    let pointee = values::child(inst, 0)?.ty();
    let pointer = pointers::operand_to(f, pointer, pointee)?;
    let mut operands = vec![pointer.id, object.id];
    access(inst, &mut operands);
    f.emit(Op::Store, &operands)
}

/// Appends the memory operands of a load or store.
fn access(inst: Value<'_>, operands: &mut Vec<u32>) {
    let mut mask = MemoryAccess::ALIGNED;
    mask.set(MemoryAccess::VOLATILE, inst.is_volatile());
    mask.set(MemoryAccess::NONTEMPORAL, inst.has_metadata() && inst.metadata("nontemporal").is_some());
    operands.extend([mask.bits(), inst.alignment().max(1)]);
}

/// `llvm.memcpy` and `llvm.memmove` of a constant size to `OpCopyMemorySized`; of any other size too, which needs
/// nothing more in kernels.
pub fn forward_copy<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let [to, from, size] = [values::child(inst, 0)?, values::child(inst, 1)?, values::child(inst, 2)?];
    if size.is_constant() && size.int_value() == Some(0) {
        return Ok(());
    }
    let (to_type, from_type) = (pointers::untyped(f, to.ty())?, pointers::untyped(f, from.ty())?);
    let target = values::operand_as(f, to, to_type)?.id;
    let source = values::operand_as(f, from, from_type)?.id;
    let size = values::operand(f, size)?.id;
    let volatile = values::child(inst, 3)?.int_value() == Some(1);
    let mut mask = MemoryAccess::ALIGNED;
    mask.set(MemoryAccess::VOLATILE, volatile);
    let align = call_alignment(inst, 0).min(call_alignment(inst, 1));
    f.spv.require(Capability::Addresses);
    f.emit(Op::CopyMemorySized, &[target, source, size, mask.bits(), align])
}

/// The alignment that a call promises for a pointer argument.
pub fn call_alignment(call: Value<'_>, index: u32) -> u32 {
    let align = call.int_attribute(AttributePlace::Param(index), AttributeKind::Align);
    align.and_then(|align| u32::try_from(align).ok()).unwrap_or(1).max(1)
}

/// `llvm.lifetime.start` and `.end`; a size of 0 says that the pointer's own type gives it.
pub fn forward_lifetime<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let pointer = values::child(inst, 0)?;
    let operand = values::operand(f, pointer)?;
    f.emit(op, &[operand.id, 0])
}

/// A constant that a builtin takes as literal operand or as constant id.
pub fn literal(value: Value<'_>) -> Result<u32> {
    let literal = value.int_value().filter(|_| value.is_constant()).and_then(|v| u32::try_from(v).ok());
    literal.ok_or_else(|| Error::invalid(format!("{} must be a constant of 32 bits", value.print())))
}

/// A variable of the function, made by the translation itself, and the pointer to it.
pub fn temporary(f: &mut Forward<'_>, pointee: crate::spirv::builder::Id) -> Result<Operand> {
    let ty = pointers::pointer_type(f, StorageClass::Function, pointee)?;
    let id = f.spv.fresh();
    f.spv.note(Op::Variable);
    write::instruction(&mut f.body.variables, Op::Variable, &[ty, id, StorageClass::Function as u32])?;
    Ok(Operand { id, ty })
}

/// A private constant with the bytes of `value`, for what can be copied but not stored.
pub fn constant_variable<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let initializer = constants::module_scope(f, value)?;
    let ty = pointers::pointer_type(f, StorageClass::UniformConstant, initializer.ty)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[StorageClass::UniformConstant as u32, initializer.id])?;
    Ok(Operand { id, ty })
}
