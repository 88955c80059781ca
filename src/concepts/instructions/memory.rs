//! Memory (SPIR-V 3.42.8 "Memory Instructions").
//!
//! In LLVM IR: `alloca`, `load`, `store`; their memory operands are in [`super::memory_access`]. An `alloca` outside
//! the first block moves there, since SPIR-V has variables only at the start of a function; the consequences for one in
//! a loop are handled in [`rounds`].

mod addresses;
mod outlives;
mod rounds;
pub mod writable;

use super::memory_access::{self, Access};
use crate::binary::builder::Id;
use crate::binary::{Instruction, write};
use crate::concepts::base::{constants, decorations, lengths, pointers, types, untyped_pointers, values};
use crate::environment::Models;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{AtomicOrdering, AttributePlace, Builder, Fetched, Opcode, Type, Value};
use crate::state::hooks::{any, ask};
use crate::state::{Chapter, Forward, Operand, Reverse};
use ::spirv::{MemoryAccess, Op, StorageClass};

/// The extension for an `alloca` with a variable number of elements.
const VARIABLE_LENGTH: &str = "SPV_INTEL_variable_length_array";

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::Load], reverse_load),
        (&[Op::Store], reverse_store),
        (&[Op::Variable, Op::UntypedVariableKHR], reverse_variable),
        (&[Op::CopyMemory, Op::CopyMemorySized], reverse_copy),
        (&[Op::LifetimeStart, Op::LifetimeStop], reverse_lifetime),
    ],
    llvm_instructions: &[
        (&[Opcode::Alloca], |f, inst, _| forward_alloca(f, inst)),
        (&[Opcode::Load], |f, inst, _| forward_load(f, inst)),
        (&[Opcode::Store], |f, inst, _| forward_store(f, inst)),
    ],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns whether an `alloca` is one variable of a fixed size, wherever it stands.
pub fn is_fixed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let has_constant_size = inst.operand(0).is_some_and(|count| count.is_constant() && count.int_value().is_some());
    Ok(has_constant_size && !rounds::need_own_memory(f, inst)?)
}

/// `alloca` of a fixed size.
pub fn forward_alloca<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let allocated = inst.allocated_type().ok_or_else(|| Error::internal("alloca without a type"))?;
    let count = values::child(inst, 0)?;
    if rounds::need_own_memory(f, inst)? {
        return rounds::forward(f, inst, allocated, count);
    }
    let Some(count) = count.int_value().filter(|_| count.is_constant()) else {
        let id = values::operand(f, count)?.id;
        if f.spec_constants.has(id) && inst.ty().address_space() == 0 {
            let element = types::pointee(f, allocated)?;
            return forward_array(f, inst, element);
        }
        return match any!(f.hooks.forward_alloca, f, inst, allocated, count) {
            true => Ok(()),
            false => Err(Error::needs_extension("an alloca whose size is not constant", VARIABLE_LENGTH)
                .about(Subject::DynamicAlloca)),
        };
    };
    let sized = if count == 1 { lengths::of_variable(f, inst, allocated)? } else { None };
    let mut pointee = match sized {
        Some(sized) => sized,
        None => slot_type(f, inst, allocated).unwrap_or_else(|| types::pointee(f, allocated))?,
    };
    let class = pointers::storage_class(f, inst.ty().address_space())?;
    if !matches!(class, StorageClass::Function | StorageClass::Generic) {
        return Err(Error::of(
            Code::AddressSpace,
            format!("a local variable in address space {}", inst.ty().address_space()),
        ));
    }
    match count {
        1 => {}
        2.. if f.options.policy.casts_arrays_of_alloca && class == StorageClass::Function => {
            return forward_array(f, inst, pointee);
        }
        _ => pointee = types::array_of(f, pointee, count.max(1))?,
    }
    let variable = temporary(f, pointee)?;
    decorations::forward::alignment(f, inst, variable.id)?;
    if class == StorageClass::Generic {
        f.body.generic_variables.insert(inst, variable);
        let ty = pointers::pointer_type(f, class, pointee)?;
        return f.define(inst, Op::PtrCastToGeneric, ty, &[variable.id]).map(drop);
    }
    f.body.values.insert(inst, variable);
    f.body.last = variable.id;
    Ok(())
}

/// Translates an `alloca` whose number of elements is a specialization constant or, in Khronos mode, any constant: the
/// result is a pointer to the first element, regardless of its uses.
fn forward_array<'m>(f: &mut Forward<'m>, inst: Value<'m>, element: Id) -> Result<()> {
    let first = pointers::pointer_type(f, StorageClass::Function, element)?;
    let count = values::nth(f, inst, 0)?.id;
    let array = f.spv.unique_type(Op::TypeArray, &[element, count])?;
    let variable = temporary(f, array)?;
    let pointer = f.define(inst, Op::Bitcast, first, &[variable.id])?;
    for id in [variable.id, pointer.id] {
        decorations::forward::alignment(f, inst, id)?;
    }
    Ok(())
}

/// Returns the pointer type in a variable that is only loaded and stored as a whole: that of its loads, else that of
/// the argument stored into it. No other code sees this memory.
fn slot_type<'m>(f: &mut Forward<'m>, slot: Value<'m>, allocated: Type<'m>) -> Option<Result<Id>> {
    // Only variables of pointers are slots.
    if !allocated.is_pointer() {
        return None;
    }
    if let Some(opaque) = crate::concepts::base::opaque_types::sources::of_slot(f, slot).transpose() {
        f.body.memory.value_types.extend(opaque.as_ref().ok().map(|ty| (slot, *ty)));
        return Some(opaque);
    }
    if let Some(value_type) = inferred_slot(f, slot).transpose() {
        return Some(value_type);
    }
    let stored = f.body.pointee_uses.slots.get(&slot).copied()?;
    let value_type = match f.body.pointee_uses.pointees.get(&slot).copied() {
        Some(pointee) => pointers::pointing_to(f, allocated, pointee),
        None => match stored {
            Some(function) if function.is_function() => match function_value(f, function) {
                Ok(Some(pointer)) => Ok(pointer.ty),
                Ok(None) => types::forward(f, allocated),
                Err(error) => Err(error),
            },
            _ => match stored.filter(|v| v.is_argument()).and_then(|v| f.body.values.get(&v)) {
                Some(argument) => Ok(argument.ty),
                None => types::forward(f, allocated),
            },
        },
    };
    if let Ok(ty) = value_type {
        f.body.memory.value_types.insert(slot, ty);
    }
    Some(value_type)
}

/// Returns the pointer to a function, if an extension has function pointers.
fn function_value<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Option<Operand>> {
    Ok(ask!(f.hooks.forward_function_value, f, function, function.ty().address_space()))
}

/// Returns the inferred type of the pointers in a variable, unless they are no pointers in SPIR-V.
fn inferred_slot<'m>(f: &mut Forward<'m>, slot: Value<'m>) -> Result<Option<Id>> {
    let stored = f.body.pointee_uses.slots.get(&slot).copied().flatten();
    let operand = stored.and_then(|value| f.body.values.get(&value)).copied();
    let is_opaque = operand.is_some_and(|operand| f.pointer_parts(operand.ty).is_none());
    match is_opaque || stored.is_some_and(|value| value.is_function()) {
        true => Ok(None),
        false => Ok(ask!(f.hooks.content_type, f, slot)),
    }
}

/// `load`.
pub fn forward_load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let load = values::fetch(inst)?;
    let plain = load.plain_access();
    if plain.is_none() && inst.ordering() != AtomicOrdering::NotAtomic {
        return super::atomics::forward_load(f, inst);
    }
    let pointer = values::fetched_child(&load, 0)?;
    if any!(f.hooks.forward_load, f, inst, pointer) {
        return Ok(());
    }
    constants::forward_expressions(f, std::iter::once(pointer))?;
    let (pointer, ty) = match inferred_load(f, &load, pointer)? {
        Some(place) => place,
        None => place(f, pointer, load.ty())?,
    };
    if let Some(plain) = plain {
        let [mask, alignment] = memory_access::plain(plain);
        return f.define(inst, Op::Load, ty, &[pointer.id, mask, alignment]).map(drop);
    }
    let mut operands = vec![pointer.id];
    memory_access::forward(f, inst, &mut operands)?;
    f.define(inst, Op::Load, ty, &operands).map(drop)
}

/// `store`.
pub fn forward_store<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let store = values::fetch(inst)?;
    let plain = store.plain_access();
    if plain.is_none() && inst.ordering() != AtomicOrdering::NotAtomic {
        return super::atomics::forward_store(f, inst);
    }
    let (object, pointer) = (values::fetched_child(&store, 0)?, values::fetched_child(&store, 1)?);
    writable::require(f, pointer)?;
    let stored = object.ty();
    let (pointer, object) = match inferred_store(f, (object, stored), pointer)? {
        Some(both) => both,
        None => {
            let (pointer, ty) = place(f, pointer, stored)?;
            (pointer, values::operand_as(f, object, ty)?)
        }
    };
    if let Some(plain) = plain {
        let [mask, alignment] = memory_access::plain(plain);
        return f.emit(Op::Store, &[pointer.id, object.id, mask, alignment]);
    }
    let mut operands = vec![pointer.id, object.id];
    memory_access::forward(f, inst, &mut operands)?;
    f.emit(Op::Store, &operands)
}

/// Returns the place and the type of a load of a pointer whose type is inferred.
fn inferred_load<'m>(f: &mut Forward<'m>, load: &Fetched<'m>, pointer: Value<'m>) -> Result<Option<(Operand, Id)>> {
    if !load.ty().is_pointer() || f.body.memory.value_types.contains_key(&pointer) {
        return Ok(None);
    }
    let Some(ty) = ask!(f.hooks.pointer_type, f, load.value) else { return Ok(None) };
    let pointer = pointer_to_type(f, pointer, ty)?;
    Ok(pointer.map(|pointer| (pointer, ty)))
}

/// Returns the place and the value of a store of a pointer, if types are inferred; the place is cast to a pointer to the value's type.
fn inferred_store<'m>(
    f: &mut Forward<'m>,
    (object, stored): (Value<'m>, Type<'m>),
    pointer: Value<'m>,
) -> Result<Option<(Operand, Operand)>> {
    if !stored.is_pointer() || f.inferred.is_none() || f.body.memory.value_types.contains_key(&pointer) {
        return Ok(None);
    }
    let object = values::operand(f, object)?;
    let pointer = pointer_to_type(f, pointer, object.ty)?;
    Ok(pointer.map(|pointer| (pointer, object)))
}

/// Returns `pointer` cast to a pointer to the SPIR-V type `ty`; none if it is no pointer.
fn pointer_to_type<'m>(f: &mut Forward<'m>, pointer: Value<'m>, ty: Id) -> Result<Option<Operand>> {
    let pointer = values::operand(f, pointer)?;
    let Some((class, _)) = f.pointer_parts(pointer.ty) else { return Ok(None) };
    let ty = pointers::pointer_type(f, class, ty)?;
    pointers::coerce(f, pointer, ty).map(Some)
}

/// Returns the pointer to load or store through, and the type of the value.
fn place<'m>(f: &mut Forward<'m>, pointer: Value<'m>, ty: Type<'m>) -> Result<(Operand, Id)> {
    match f.body.memory.value_types.get(&pointer).copied() {
        Some(value_type) => Ok((values::operand(f, pointer)?, value_type)),
        None => Ok((pointers::operand_to(f, pointer, ty)?, types::forward(f, ty)?)),
    }
}

/// Returns the alignment that a call guarantees for a pointer argument.
pub fn call_alignment(call: Value<'_>, index: u32) -> u32 {
    call.param_alignment(index).unwrap_or(1).max(1)
}

/// Emits a variable of the function and returns the pointer to it.
pub fn temporary(f: &mut Forward<'_>, pointee: crate::binary::builder::Id) -> Result<Operand> {
    let ty = pointers::pointer_type(f, StorageClass::Function, pointee)?;
    let id = f.spv.fresh();
    f.spv.note(Op::Variable);
    write::instruction(&mut f.body.variables, Op::Variable, &[ty, id, StorageClass::Function as u32])?;
    Ok(Operand { id, ty })
}

// --- SPIR-V to LLVM ---

/// `OpVariable` of a function; an initialiser is stored.
pub fn reverse_variable<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let pointee = untyped_pointers::variable_type(r, inst)?;
    let value = r.builder.alloca(r.ty(pointee)?, Some(ty.address_space()))?;
    if let Some(alignment) =
        crate::concepts::base::decorations::numbers::alignment(r, inst.result_id().unwrap_or_default())
    {
        value.set_alignment(alignment)?;
    }
    lengths::attach(r, value, pointee)?;
    r.define(inst, value)?;
    if let Some(initializer) = untyped_pointers::initializer(inst) {
        let initial = (r.value(initializer)?, value);
        match r.options.policy.stores_initializers_at_variables {
            true => drop(r.builder.store(initial.0, initial.1)?),
            false => r.body.initial.push(initial),
        }
    }
    Ok(())
}

/// Stores the initialisers of variables behind all variables, the position that they have after the next round trip.
pub fn reverse_initial(r: &mut Reverse<'_>) -> Result<()> {
    for (value, variable) in std::mem::take(&mut r.body.initial) {
        r.builder.store(value, variable)?;
    }
    Ok(())
}

/// `OpLoad`.
pub fn reverse_load<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.find_value(inst.operand(0)?).is_none() && any!(r.hooks.reverse_load, r, inst) {
        return Ok(());
    }
    let access = Access::read(inst, inst.in_operands().get(1..).unwrap_or_default())?;
    let value = r.builder.load_as(r.result_ty(inst)?, r.operand(inst, 0)?, access.plain())?;
    access.apply(r, inst, value)?;
    r.define(inst, value)
}

/// Emits an additional variable at the start of the function, in `address_space` or else in the default one of the data layout.
pub fn scratch_variable<'m>(r: &Reverse<'m>, ty: Type<'m>, address_space: Option<u32>) -> Result<Value<'m>> {
    let nowhere = || Error::internal("a variable outside a function");
    let function = r.builder.block().and_then(|block| block.parent()).ok_or_else(nowhere)?;
    let entry = function.entry_block().ok_or_else(nowhere)?;
    let builder = Builder::new(r.module);
    match entry.first_instruction() {
        Some(first) => builder.position_before(first)?,
        None => builder.position_at_end(entry),
    }
    builder.alloca(ty, address_space)
}

/// `OpStore`.
pub fn reverse_store<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let access = Access::read(inst, inst.in_operands().get(2..).unwrap_or_default())?;
    let value = r.builder.store_as(r.operand(inst, 1)?, r.operand(inst, 0)?, access.plain())?;
    access.apply(r, inst, value)
}

/// Translates `OpCopyMemory`, which copies one pointee, and `OpCopyMemorySized` to `llvm.memcpy`.
pub fn reverse_copy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (to, from) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let (size, rest) = match inst.opcode() {
        Op::CopyMemorySized => (r.operand(inst, 2)?, 3),
        _ => (pointee_size(r, inst)?, 2),
    };
    let operands = inst.in_operands().get(rest..).unwrap_or_default();
    let accesses @ [target, source] = Access::read_copy(inst, operands)?;
    let volatile = (target.mask | source.mask).contains(MemoryAccess::VOLATILE);
    let call = r.builder.memcpy(to, from, size, volatile)?;
    for (index, access) in [(0, target), (1, source)] {
        if access.alignment != 0 {
            call.add_attribute(AttributePlace::Param(index), "align", access.alignment.into())?;
        }
    }
    Access::apply_copy(accesses, r, inst, call)
}

fn pointee_size<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Value<'m>> {
    let pointee = r.ty(r.pointee_of(inst.operand(0)?)?)?;
    let size = r.module.layout().store_size(pointee).ok_or_else(|| inst.error(format!("{pointee} has no size")))?;
    r.context.const_int(address_type(r)?, size)
}

/// The integer type as wide as an address.
pub fn address_type<'m>(r: &Reverse<'m>) -> Result<Type<'m>> {
    r.context.int_type(Models::address_width(r.spv.memory_model().0))
}

/// Translates `OpLifetimeStart` and `OpLifetimeStop`. LLVM's intrinsics only take whole variables; for other pointers
/// they are dropped.
pub fn reverse_lifetime<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let mut pointer = r.operand(inst, 0)?;
    if pointer.opcode() == Some(Opcode::BitCast) {
        // A cast that takes the pointee from a variable, which Khronos mode keeps.
        pointer = pointer.operand(0).unwrap_or(pointer);
    }
    if pointer.opcode() != Some(Opcode::Alloca) {
        return Ok(());
    }
    let name = if inst.opcode() == Op::LifetimeStart { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
    r.builder.call_intrinsic(name, r.context.void_type(), &[pointer]).map(drop)
}
