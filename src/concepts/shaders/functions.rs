//! Functions of shaders.
//!
//! In LLVM IR: functions with the C calling convention, internal except for entry points and linked functions. If the
//! SPIR-V types of parameters and results cannot be derived from LLVM's, the notes in `!spirv.Type` complete them,
//! `!{result, parameter...}`.

use super::{types, variables};
use crate::binary::{Function, Id};
use crate::concepts::base::{decorations, functions, symbols};
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Linkage, Opcode, Value};
use crate::state::slots::shaders::Note;
use crate::state::{Forward, Reverse};

/// The named metadata with copies of the notes of functions.
const NOTES: &str = "spirv.Notes";

// --- SPIR-V to LLVM ---

/// Declares a function.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: Function<'m>) -> Result<Option<Value<'m>>> {
    let (inst, id) = (function.instruction, function.id());
    if let Some(value) = r.find_value(id) {
        return Ok(Some(value));
    }
    let ty = r.ty(inst.operand(1)?)?;
    let symbol = symbols::reverse(r, id)?;
    let is_entry = r.entry_points.contains_key(&id);
    let name = if is_entry { r.spv.name(id).unwrap_or(&symbol.name).to_owned() } else { symbol.name.clone() };
    let value = r.module.add_function(&name, ty)?;
    if value.name() != name {
        value.set_function_metadata(variables::NAME, r.context.md_node(&[Some(r.context.md_string(&name))]))?;
    }
    let is_seen = is_entry || function.is_declaration() || symbol.linkage.is_some();
    value.set_linkage(if is_seen { Linkage::External } else { Linkage::Internal })?;
    if ty.function_return() != Some(r.result_ty(inst)?) {
        return Err(inst.error("the function type returns something else than the function"));
    }
    if function.parameters.len() as u64 != u64::from(value.param_count()) {
        return Err(inst.error("the function has fewer parameters than its type"));
    }
    functions::reverse_function_attributes(r, inst, value)?;
    decorations::reverse::parameters(r, function, value)?;
    decorations::reverse::function(r, id, value)?;
    note(r, function, value)?;
    for (param, inst) in value.params().zip(function.parameters) {
        let (param_id, ty) = (inst.result_id().unwrap_or_default(), inst.result_type().unwrap_or_default());
        param.set_name(r.spv.name(param_id).unwrap_or_default());
        r.shaders.value_types.insert(param, ty);
    }
    r.set(id, value);
    Ok(Some(value))
}

/// Attaches the notes of result and parameters, if one of them differs from the default.
fn note<'m>(r: &Reverse<'m>, function: Function<'m>, value: Value<'m>) -> Result<()> {
    let result = function.instruction.result_type();
    let all = result.into_iter().chain(function.parameters.iter().filter_map(|param| param.result_type()));
    let (mut list, mut says) = (Vec::with_capacity(function.parameters.len() + 1), false);
    for ty in all {
        let note = notes::of(r, ty)?;
        says |= note != notes::by_default(r.module.layout(), r.ty(ty)?, false)?;
        list.push(Some(notes::write(r.context, &note)?));
    }
    if !says {
        return Ok(());
    }
    let node = r.context.md_node(&list);
    value.set_function_metadata(notes::NAME, node)?;
    // LLVM's assembly has the bodies of types that the metadata of instructions and modules name, not of functions.
    r.module.add_named_metadata(NOTES, node)
}

// --- LLVM to SPIR-V ---

/// Returns the result type and the parameter types of a function.
pub fn signature<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Option<(Id, Vec<Id>)>> {
    let ty = function.function_type().ok_or_else(|| Error::internal("a function without a type"))?;
    let result = ty.function_return().ok_or_else(|| Error::internal("a function without a return type"))?;
    let all: Vec<_> = std::iter::once(result).chain(ty.function_params()).collect();
    let list = function.function_metadata(notes::NAME).map(|node| node.operands());
    let notes = match list.map(|list| list.into_iter().collect::<Option<Vec<_>>>()) {
        Some(Some(list)) if list.len() == all.len() => list.into_iter().map(notes::read).collect::<Result<Vec<_>>>()?,
        Some(_) => {
            return Err(Error::of(
                Code::Metadata,
                format!("metadata !{} of {} does not fit", notes::NAME, function.name()),
            ));
        }
        None => all.iter().map(|ty| notes::by_default(f.module.layout(), *ty, false)).collect::<Result<_>>()?,
    };
    let mut ids = Vec::with_capacity(all.len());
    for (ty, note) in all.iter().zip(&notes) {
        ids.push(parameter(f, function, *ty, note)?);
    }
    let params = ids.split_off(1);
    Ok(ids.pop().map(|result| (result, params)))
}

/// Returns the note of a pointer's pointee by the parameter of the first called function that takes the pointer with such a pointee.
pub fn passed_as<'m>(pointer: Value<'m>, pointee: crate::llvm::Type<'m>) -> Result<Option<Note<'m>>> {
    for call in pointer.uses().filter(|user| user.is_op(Opcode::Call)) {
        let notes = call.called_function().and_then(|callee| callee.function_metadata(notes::NAME));
        let Some(position) = call.call_args().position(|arg| arg == pointer) else { continue };
        let note = notes.and_then(|notes| notes.operands().get(position + 1).copied().flatten());
        if let Some(Note::Pointer { pointee: Some(ty), note, .. }) = note.map(notes::read).transpose()?
            && ty == pointee
        {
            return Ok(Some(*note));
        }
    }
    Ok(None)
}

fn parameter<'m>(f: &mut Forward<'m>, function: Value<'m>, ty: crate::llvm::Type<'m>, note: &Note<'m>) -> Result<Id> {
    if let Note::Pointer { pointee: None, .. } = note
        && ty.is_pointer()
    {
        return Err(Error::of(
            Code::IllegalType,
            format!("a pointer parameter of {} without a pointee", function.name()),
        )
        .hint("metadata !spirv.Type of the function says what it points to; or let the function be inlined"));
    }
    types::noted(f, ty, note)
}
