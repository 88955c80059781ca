//! Loads, stores and variables of functions, with logical addressing (SPIR-V 3.42.8 "Memory Instructions").
//!
//! In LLVM IR: `load`, `store`, `alloca`. The pointee of a pointer is that of its variable or chain, so that nothing is
//! inferred from uses; a stored value with another sign or layout is converted.

use super::{constants, functions, stored_only, types, values};
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::pointers;
use crate::concepts::base::values::{child, operand};
use crate::concepts::instructions::{memory, memory_access};
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicOrdering, Opcode, Value};
use crate::state::{Forward, Operand, Reverse};
use ::spirv::{MemoryAccess, Op};

// --- SPIR-V to LLVM ---

/// Returns whether a variable of a function holds `void`, as in the output of some compilers.
pub fn is_void(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let pointee = inst.result_type().and_then(|ty| r.pointee(ty).ok());
    pointee.and_then(|ty| r.spv.definition(ty)).is_some_and(|ty| ty.opcode() == Op::TypeVoid)
}

/// Translates a variable of `void` to one of the empty structure `spirv.void`.
pub fn reverse_void<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = match r.shaders.void {
        Some(ty) => ty,
        None => {
            let ty = r.context.named_struct(types::VOID);
            r.context.set_body(ty, &[], false)?;
            *r.shaders.void.insert(ty)
        }
    };
    let value = r.builder.alloca(ty, None)?;
    r.define(inst, value)
}

// --- LLVM to SPIR-V ---

/// Translates `load`, `store` and `alloca`; returns whether it was one of them and not atomic.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<bool> {
    match opcode {
        Opcode::Alloca => variable(f, inst),
        Opcode::Load | Opcode::Store if inst.ordering() != AtomicOrdering::NotAtomic => Ok(false),
        Opcode::Load => load(f, inst),
        Opcode::Store => store(f, inst),
        Opcode::GetElementPtr => super::chains::forward(f, inst),
        Opcode::Call => copy(f, inst),
        _ => Ok(false),
    }
}

fn variable<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let allocated = inst.allocated_type().ok_or_else(|| Error::internal("alloca without a type"))?;
    if child(inst, 0)?.int_value() != Some(1) {
        return Ok(false);
    }
    let note = match values::note_of(inst)? {
        Some(note) => note,
        // LLVM's passes make new variables, which must be of the type of the parameters that they are passed for.
        None => match functions::passed_as(inst, allocated)? {
            Some(note) => note,
            None => notes::by_default(f.module.layout(), allocated, false)?,
        },
    };
    let pointee = types::noted(f, allocated, &note)?;
    let variable = memory::temporary(f, pointee)?;
    f.body.values.insert(inst, variable);
    f.body.last = variable.id;
    Ok(true)
}

/// Returns a pointer, and the SPIR-V type of what it points to.
fn place<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<(Operand, Id)> {
    let operand = operand(f, pointer)?;
    let no_pointer = || Error::of(Code::Instruction, "an access through what is no pointer in SPIR-V");
    let (_, pointee) = f.pointer_parts(operand.ty).ok_or_else(no_pointer)?;
    Ok((operand, pointee))
}

fn load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let (pointer, ty) = place(f, child(inst, 0)?)?;
    let mut operands = vec![pointer.id];
    memory_access::forward(f, inst, &mut operands)?;
    drop_alignment(inst, &mut operands, 1);
    f.define(inst, Op::Load, ty, &operands)?;
    Ok(true)
}

fn store<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let object = child(inst, 0)?;
    let (pointer, ty) = place(f, child(inst, 1)?)?;
    let constant = match stored_only::constant(f, object, ty)? {
        None => constants::as_type(f, object, ty)?,
        converted => converted,
    };
    let object = match constant {
        Some(constant) => constant,
        None => {
            let value = operand(f, object)?;
            match value.ty == ty {
                true => value,
                false => pointers::coerce(f, value, ty)?,
            }
        }
    };
    let mut operands = vec![pointer.id, object.id];
    memory_access::forward(f, inst, &mut operands)?;
    drop_alignment(inst, &mut operands, 2);
    f.emit(Op::Store, &operands)?;
    Ok(true)
}

/// Translates an `llvm.memcpy` of the whole pointees; returns whether it was one.
pub fn copy<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let callee = inst.called_function().filter(|callee| callee.name().starts_with("llvm.memcpy."));
    if callee.is_none() {
        return Ok(false);
    }
    let (to, from) = (place(f, child(inst, 0)?)?, place(f, child(inst, 1)?)?);
    let length = child(inst, 2)?.int_value();
    let is_whole = |ty: Id| {
        let llvm = f.shaders.llvm.get(&ty).copied();
        length.is_some() && llvm.and_then(|llvm| f.module.layout().store_size(llvm)) == length
    };
    if !is_whole(to.1) || !is_whole(from.1) {
        return Err(Error::of(Code::Instruction, "llvm.memcpy of a part of what its pointers point to"));
    }
    if to.1 == from.1 {
        let mut operands = vec![to.0.id, from.0.id];
        operands.extend(copy_operands(f, inst)?);
        return f.emit(Op::CopyMemory, &operands).map(|()| true);
    }
    let value = f.emit_value(Op::Load, from.1, &[from.0.id])?;
    let value = pointers::coerce(f, value, to.1)?;
    f.emit(Op::Store, &[to.0.id, value.id]).map(|()| true)
}

/// Returns the memory operands of a copy: of the target and of the source, or once for both.
fn copy_operands<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Vec<u32>> {
    let mut mask = MemoryAccess::ALIGNED;
    mask.set(MemoryAccess::VOLATILE, child(inst, 3)?.int_value() == Some(1));
    mask.set(MemoryAccess::NONTEMPORAL, memory_access::is_nontemporal(inst));
    let is_physical = |index: u32| {
        inst.operand(index)
            .is_some_and(|pointer| crate::conventions::classes::is_physical(pointer.ty().address_space()))
    };
    // Only what physical pointers lead to has an alignment of its own.
    let aligned = match (is_physical(0), is_physical(1)) {
        (true, true) => [0, 1],
        (true, false) => [0, 0],
        _ => [1, 1],
    };
    let [target, source] = aligned.map(|index| memory::call_alignment(inst, index));
    let (mut target, source) = memory_access::of_copy(f, inst, (mask, target, source))?;
    let mut source = source.unwrap_or_else(|| target.clone());
    if !is_physical(0) && !is_physical(1) {
        [&mut target, &mut source].into_iter().for_each(|operands| without_alignment(operands, 0));
    }
    if target != source {
        // One set alone would be for both.
        for operands in [&mut target, &mut source] {
            operands.extend(operands.is_empty().then_some(0));
        }
        target.extend(source);
    }
    Ok(target)
}

/// Removes `Aligned` if the pointer is logical, since the layout then determines the alignment.
fn drop_alignment(inst: Value<'_>, operands: &mut Vec<u32>, first: usize) {
    let pointer = inst.operand(if first == 1 { 0 } else { 1 });
    if pointer.is_some_and(|pointer| !crate::conventions::classes::is_physical(pointer.ty().address_space())) {
        without_alignment(operands, first);
    }
}

/// Removes `Aligned` from memory operands.
fn without_alignment(operands: &mut Vec<u32>, first: usize) {
    const ALIGNED: u32 = MemoryAccess::ALIGNED.bits();
    let Some(mask) = operands.get(first).copied().filter(|mask| mask & ALIGNED != 0) else { return };
    // The alignment is the first operand of the mask.
    operands.remove(first + 1);
    match mask & !ALIGNED {
        0 => drop(operands.remove(first)),
        rest => operands.get_mut(first).into_iter().for_each(|mask| *mask = rest),
    }
}
