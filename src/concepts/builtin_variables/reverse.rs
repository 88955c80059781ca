//! Loads of builtin variables to calls of their getters.

use super::{BuiltIn, DIMENSIONS, PREFIX, Shape, row};
use crate::concepts::builtins::{self, Effects};
use crate::error::Result;
use crate::llvm::{Type as LlvmType, Value};
use crate::options::TargetEnv;
use crate::spirv::{Function, Id, Instruction};
use crate::state::Reverse;
use ::spirv::{AddressingModel, Op};
use llvm_spirv_mangling::Type;

/// Notes, before a body is translated, which loads of vectors are only taken apart: each component is a call then.
pub fn scan<'m>(r: &mut Reverse<'m>, function: Function<'m>) {
    if r.builtin_variables.is_empty() {
        return;
    }
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        let builtin = builtin(r, inst);
        if let (Some(builtin), Some(id)) = (builtin, inst.result_id().filter(|_| is_vector(r, inst))) {
            r.body.split_builtins.insert(id, builtin);
        }
    }
    if r.body.split_builtins.is_empty() {
        return;
    }
    for inst in function.blocks.iter().flat_map(|block| block.instructions()).filter(|inst| !is_extract(*inst)) {
        for id in ids(inst) {
            r.body.split_builtins.remove(id);
        }
    }
}

/// The builtin that an instruction loads.
fn builtin(r: &Reverse<'_>, inst: Instruction<'_>) -> Option<BuiltIn> {
    let pointer = inst.in_operands().first().filter(|_| inst.opcode() == Op::Load)?;
    r.builtin_variables.get(pointer).copied()
}

fn is_vector(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    r.result_ty(inst).is_ok_and(LlvmType::is_vector)
}

/// Does it take one component out?
fn is_extract(inst: Instruction<'_>) -> bool {
    inst.opcode() == Op::CompositeExtract && inst.in_operands().len() == 2
}

/// The operands that may be the id of a vector; a literal among them does no harm.
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

/// An access chain to a component of a builtin variable, whose load is the call. False if the pointer is another one.
pub fn reverse_access_chain<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> bool {
    let &[base, .., index] = inst.in_operands() else { return false };
    let Some((builtin, id)) = r.builtin_variables.get(&base).copied().zip(inst.result_id()) else { return false };
    r.body.builtin_components.insert(id, (builtin, index));
    true
}

/// The load of a component.
fn component<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Value<'m>>> {
    let place = inst.in_operands().first().and_then(|pointer| r.body.builtin_components.get(pointer).copied());
    let Some((builtin, index)) = place else { return Ok(None) };
    let ty = r.result_ty(inst)?;
    if let Ok(index) = r.constant(index) {
        return call(r, builtin, ty, Some(index)).map(Some);
    }
    let vector = whole(r, builtin, r.context.vector_type(ty, DIMENSIONS)?)?;
    let index = r.value(index)?;
    r.builder.extract_element(vector, index).map(Some)
}

/// `OpLoad` of a builtin variable. False if the pointer is another one.
pub fn reverse_load<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if let Some(value) = component(r, inst)? {
        return r.define(inst, value).map(|()| true);
    }
    let Some(builtin) = builtin(r, inst) else { return Ok(false) };
    let ty = r.result_ty(inst)?;
    if inst.result_id().is_some_and(|id| r.body.split_builtins.contains_key(&id)) {
        return Ok(true);
    }
    let value = if ty.is_vector() { whole(r, builtin, ty)? } else { call(r, builtin, ty, None)? };
    r.define(inst, value)?;
    Ok(true)
}

/// A call for each component, put together.
fn whole<'m>(r: &mut Reverse<'m>, builtin: BuiltIn, ty: LlvmType<'m>) -> Result<Value<'m>> {
    let word = r.context.int_type(32)?;
    let mut vector = r.context.poison(ty)?;
    for index in 0..ty.count() {
        let component = call(r, builtin, ty.scalar(), Some(index))?;
        vector = r.builder.insert_element(vector, component, r.context.const_int(word, index)?)?;
    }
    Ok(vector)
}

/// `OpCompositeExtract` of a vector that is only taken apart. False if it is another one.
pub fn reverse_extract<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let [vector, index] = *inst.in_operands() else { return Ok(false) };
    let Some(builtin) = r.body.split_builtins.get(&vector).copied() else { return Ok(false) };
    let ty = r.result_ty(inst)?;
    let value = call(r, builtin, ty, Some(index.into()))?;
    r.define(inst, value)?;
    Ok(true)
}

/// The call that gets a number, or a component.
fn call<'m>(r: &mut Reverse<'m>, builtin: BuiltIn, ty: LlvmType<'m>, index: Option<u64>) -> Result<Value<'m>> {
    let word = r.context.int_type(32)?;
    let args = index.map(|index| r.context.const_int(word, index)).transpose()?;
    let key = [Op::Load as u32, builtin as u32, ty.int_width(), u32::from(index.is_some())];
    builtins::call_cached(r, &key, args.as_slice(), |r| {
        let named = opencl_name(r, builtin, ty, index.is_some());
        let param = if named.is_some() { Type::UInt } else { Type::Int };
        let base = named.map_or_else(|| format!("{PREFIX}{builtin:?}"), str::to_owned);
        let params = if index.is_some() { vec![param] } else { Vec::new() };
        builtins::function(r, &base, ty, &params, args.as_slice(), Effects::None)
    })
}

/// The getter of OpenCL C, where it gets just that.
fn opencl_name(r: &Reverse<'_>, builtin: BuiltIn, ty: LlvmType<'_>, component: bool) -> Option<&'static str> {
    let (name, _, shape) = row(builtin).filter(|_| r.options.target_env != TargetEnv::SpvIr)?;
    let (model, _) = r.spv.memory_model();
    let size = if model == AddressingModel::Physical32 { 32 } else { 64 };
    let fits = match shape {
        Shape::Sizes(_) => component && ty.is_int_of(size),
        Shape::Size => !component && ty.is_int_of(size),
        Shape::Word => !component && ty.is_int_of(32),
    };
    fits.then_some(*name)
}
