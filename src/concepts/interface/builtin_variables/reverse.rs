//! Loads of builtin variables to calls of their getters.

use super::places::reverse_pointer;
use super::{BuiltIn, Shape, name, row};
use crate::binary::{Function, Id, Instruction};
use crate::concepts::base::{decorations, untyped_pointers};
use crate::concepts::builtins::{self, Effects};
use crate::environment::Models;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type as LlvmType, Value};
use crate::options::{BuiltinFormat, BuiltinSpelling};
use crate::state::Reverse;
use crate::state::slots::builtin_variables::{BuiltinOffset, BuiltinPlace};
use ::spirv::Op;
use llvm_spirv_mangling::Type;

/// Notes a variable that stands for a builtin; returns whether it does.
pub fn reverse_declared<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match r.spv.decoration(inst.result_id().unwrap_or_default(), ::spirv::Decoration::BuiltIn) {
        Some(builtin) => reverse_variable(r, inst, builtin).map(|()| true),
        None => Ok(false),
    }
}

/// Translates `OpSpecConstantOp`, which may point into a builtin variable.
pub fn reverse_spec_constant_op<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if reverse_pointer(r, inst) {
        Ok(())
    } else {
        r.make_constant(|r| crate::concepts::base::constants::reverse(r, inst))
    }
}

/// Translates a builtin variable: it is noted, or becomes a global if the options choose that format.
pub fn reverse_variable<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, builtin: &[u32]) -> Result<()> {
    let builtin = builtin.first().copied().and_then(BuiltIn::from_u32);
    let builtin = builtin.ok_or_else(|| inst.unsupported("a builtin variable that is not known"))?;
    let id = inst.result_id().unwrap_or_default();
    let value_type = untyped_pointers::variable_type(r, inst)?;
    if r.options.builtin_format == BuiltinFormat::Function {
        r.builtin_places.insert(id, BuiltinPlace { builtin, value_type, offset: BuiltinOffset::Bytes(0) });
        return Ok(());
    }
    let space = r.result_ty(inst)?.address_space();
    let global = r.module.add_global(&name(builtin, r.options), r.ty(value_type)?, space)?;
    global.set_global_constant(true)?;
    if let Some(alignment) = decorations::numbers::alignment(r, id) {
        global.set_alignment(alignment)?;
    }
    r.alias(inst, global).map(drop)
}

/// Notes the pointers into builtin variables in a body, and the loads of vectors of which only components are
/// extracted: each component is then a call. The Khronos translator always has a call for each.
fn scan<'m>(r: &mut Reverse<'m>, function: Function<'m>) {
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        if inst.opcode() != Op::Load {
            reverse_pointer(r, inst);
            continue;
        }
        let Some(place) = place(r, inst).filter(|_| !r.options.policy.keeps_builtin_vectors) else { continue };
        let is_split = is_vector(r, inst) && !is_mask(place.builtin) && is_whole(r, inst, place);
        if let Some(id) = inst.result_id().filter(|_| is_split) {
            r.body.builtin_loads.split.insert(id, place.builtin);
        }
    }
    if r.body.builtin_loads.split.is_empty() {
        return;
    }
    for inst in function.blocks.iter().flat_map(|block| block.instructions()).filter(|inst| !is_extract(*inst)) {
        for id in ids(inst) {
            r.body.builtin_loads.split.remove(id);
        }
    }
}

/// Returns whether the builtin is a mask: four words that one call returns.
fn is_mask(builtin: BuiltIn) -> bool {
    row(builtin).is_some_and(|row| row.2 == Shape::Mask)
}

/// Returns the place that an instruction loads from.
fn place(r: &Reverse<'_>, inst: Instruction<'_>) -> Option<BuiltinPlace> {
    let pointer = inst.in_operands().first().filter(|_| inst.opcode() == Op::Load)?;
    // A pointer to a builtin variable has no LLVM value.
    if r.find_value(*pointer).is_some() { None } else { r.builtin_places.get(pointer).copied() }
}

/// Returns whether an instruction loads the whole variable with its own type.
fn is_whole(r: &Reverse<'_>, inst: Instruction<'_>, place: BuiltinPlace) -> bool {
    let same = r.result_ty(inst).ok() == r.ty(place.value_type).ok();
    same && place.offset == BuiltinOffset::Bytes(0)
}

fn is_vector(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    r.result_ty(inst).is_ok_and(|ty| ty.is_vector())
}

/// Returns whether an instruction extracts one component.
fn is_extract(inst: Instruction<'_>) -> bool {
    inst.opcode() == Op::CompositeExtract && inst.in_operands().len() == 2
}

/// Returns the operands that may be the id of a vector; literals among them do no harm.
fn ids(inst: Instruction<'_>) -> impl Iterator<Item = &Id> {
    let count = match inst.opcode() {
        Op::Load | Op::CompositeExtract => 1,
        Op::Store | Op::CompositeInsert | Op::VectorShuffle | Op::CopyMemory => 2,
        Op::Switch | Op::Branch | Op::BranchConditional | Op::LoopMerge | Op::SelectionMerge => 0,
        _ => usize::MAX,
    };
    let number = if inst.opcode() == Op::ExtInst { 1 } else { usize::MAX };
    inst.in_operands().iter().take(count).enumerate().filter(move |(at, _)| *at != number).map(|(_, id)| id)
}

/// Translates `OpLoad` of a builtin variable. Returns false for other pointers.
pub fn reverse_load<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match place(r, inst) {
        Some(place) => reverse_place(r, inst, place).map(|()| true),
        None => Ok(false),
    }
}

fn reverse_place<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, place: BuiltinPlace) -> Result<()> {
    if let Some(function) = r.body.builtin_loads.unseen.take() {
        scan(r, function);
    }
    if inst.result_id().is_some_and(|id| r.body.builtin_loads.split.contains_key(&id)) {
        return Ok(());
    }
    let (value_type, ty) = (r.ty(place.value_type)?, r.result_ty(inst)?);
    let value = match place.offset {
        BuiltinOffset::Bytes(0) if value_type == ty => whole(r, place.builtin, ty)?,
        BuiltinOffset::Bytes(bytes) if value_type.is_vector() && ty.is_int() => {
            component(r, inst, place.builtin, bytes)?
        }
        BuiltinOffset::Component(index) if value_type.is_vector() && ty == value_type.scalar() => {
            let (vector, index) = (whole(r, place.builtin, value_type)?, r.value(index)?);
            r.builder.extract_element(vector, index)?
        }
        BuiltinOffset::Bytes(0) if bits(value_type) == bits(ty) => {
            let value = whole(r, place.builtin, value_type)?;
            r.builder.cast(Opcode::BitCast, value, ty)?
        }
        _ => return Err(part_of(inst, place.builtin)),
    };
    r.define(inst, value)
}

fn part_of(inst: Instruction<'_>, builtin: BuiltIn) -> Error {
    inst.unsupported(format!("this part of the builtin variable {builtin:?}"))
}

fn bits(ty: LlvmType<'_>) -> u64 {
    let lanes = if ty.is_vector() { ty.count() } else { 1 };
    lanes.saturating_mul(ty.scalar().int_width().max(ty.scalar().float_width()).into())
}

/// Returns the component at a byte offset, truncated to the type of the load.
fn component<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, builtin: BuiltIn, bytes: u64) -> Result<Value<'m>> {
    let place = place(r, inst).ok_or_else(|| part_of(inst, builtin))?;
    let (value_type, ty) = (r.ty(place.value_type)?, r.result_ty(inst)?);
    let number = value_type.scalar();
    let size = u64::from(number.int_width() / 8);
    let index = bytes.checked_div(size).filter(|index| index * size == bytes && ty.int_width() <= number.int_width());
    let index = index.ok_or_else(|| part_of(inst, builtin))?;
    let value = number_at(r, builtin, value_type, index)?;
    if ty == number { Ok(value) } else { r.builder.cast(Opcode::Trunc, value, ty) }
}

/// Returns one component: by a call, or extracted from the whole of a mask.
fn number_at<'m>(r: &mut Reverse<'m>, builtin: BuiltIn, value_type: LlvmType<'m>, index: u64) -> Result<Value<'m>> {
    if !is_mask(builtin) {
        return call(r, builtin, value_type.scalar(), Some(index));
    }
    let (mask, word) = (whole(r, builtin, value_type)?, r.context.int_type(32)?);
    r.builder.extract_element(mask, r.context.const_int(word, index)?)
}

/// Returns the whole variable: by a call, or built from a call for each component.
fn whole<'m>(r: &mut Reverse<'m>, builtin: BuiltIn, ty: LlvmType<'m>) -> Result<Value<'m>> {
    if !ty.is_vector() || is_mask(builtin) {
        return call(r, builtin, ty, None);
    }
    let word = r.context.int_type(32)?;
    let mut vector = r.context.poison(ty)?;
    for index in 0..ty.count() {
        let component = call(r, builtin, ty.scalar(), Some(index))?;
        vector = r.builder.insert_element(vector, component, r.context.const_int(word, index)?)?;
    }
    Ok(vector)
}

/// Translates `OpCompositeExtract` from a load that [`scan`] has noted. Returns false for other vectors.
pub fn reverse_extract<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let [vector, index] = *inst.in_operands() else { return Ok(false) };
    let Some(builtin) = r.body.builtin_loads.split.get(&vector).copied() else { return Ok(false) };
    let ty = r.result_ty(inst)?;
    let value = call(r, builtin, ty, Some(index.into()))?;
    r.define(inst, value)?;
    Ok(true)
}

/// Emits the call that returns a scalar variable, a mask, or a component.
fn call<'m>(r: &mut Reverse<'m>, builtin: BuiltIn, ty: LlvmType<'m>, index: Option<u64>) -> Result<Value<'m>> {
    let word = r.context.int_type(32)?;
    let args = index.map(|index| r.context.const_int(word, index)).transpose()?;
    let key = [Op::Load as u32, builtin as u32, ty.scalar().int_width(), u32::from(index.is_some())];
    builtins::call_cached(r, &key, args.as_slice(), |r| {
        let named = opencl_name(r, builtin, ty, index.is_some());
        let param = if named.is_some() { Type::UInt } else { Type::Int };
        let base = named.map_or_else(|| name(builtin, r.options), str::to_owned);
        let params = if index.is_some() { vec![param] } else { Vec::new() };
        builtins::function(r, &base, ty, &params, args.as_slice(), Effects::Returns)
    })
}

/// Returns the name of OpenCL C's getter, if it has one for this type.
fn opencl_name(r: &Reverse<'_>, builtin: BuiltIn, ty: LlvmType<'_>, component: bool) -> Option<&'static str> {
    let (name, _, shape) = row(builtin).filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr)?;
    let size = Models::address_width(r.spv.memory_model().0);
    // The Khronos translator has the name for any width.
    let is_size = ty.is_int_of(size) || (r.options.policy.calls_getters_of_any_width && ty.is_int());
    let fits = match shape {
        Shape::Sizes(_) => component && is_size,
        Shape::Size => !component && is_size,
        Shape::Word => !component && ty.is_int_of(32),
        Shape::Mask => !component,
    };
    fits.then_some(*name)
}
