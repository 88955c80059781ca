//! Functions of shaders whose parameters were changed by passes, so that their `!spirv.Type` no longer fits.
//!
//! In: a module with logical addressing. Out: the same module, in which such a function has only numbers and vectors as
//! parameters, with default notes, or is inlined at all calls. Lost: the decorations of parameters, if some of the
//! parameters are gone.

use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::{Linkage, Module, Type, Value};
use crate::state::slots::shaders::Note;
use llvm_spirv_metadata::{Named, ParameterDecorations};

/// The number of calls that are inlined at most. It stops at recursion, which shaders must not have and which is
/// rejected later.
const MAX_INLINED: usize = 4096;

/// Inlines such functions, or replaces their notes. Returns warnings about lost decorations.
pub fn run<'m>(module: &'m Module<'m>) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    let defined: Vec<_> = module.functions().filter(|function| !function.is_declaration()).collect();
    let mut left = MAX_INLINED;
    for function in defined {
        let is_reshaped = is_reshaped(function);
        if is_reshaped && types(function).into_iter().any(has_parts) {
            inline(function, &mut left)?;
            continue;
        }
        if has_unfit_decorations(function) {
            warnings.push(drop_decorations(module, function)?);
        }
        if is_reshaped {
            describe(module, function)?;
        }
    }
    Ok(warnings)
}

/// Returns the types of the result and the parameters.
fn types(function: Value<'_>) -> Vec<Type<'_>> {
    let Some(ty) = function.function_type() else { return Vec::new() };
    ty.function_return().into_iter().chain(ty.function_params()).collect()
}

/// Returns whether several SPIR-V types may correspond to an LLVM type.
fn has_parts(ty: Type<'_>) -> bool {
    ty.is_pointer() || ty.is_array() || ty.is_struct() || ty.target_name().is_some()
}

/// Returns whether the notes of a function do not fit its parameters, or are missing.
fn is_reshaped(function: Value<'_>) -> bool {
    let types = types(function);
    let Some(list) = function.function_metadata(notes::NAME).map(|node| node.operands()) else {
        return types.iter().skip(1).any(|ty| ty.is_pointer());
    };
    let is_pointer = |node| matches!(notes::read(node), Ok(Note::Pointer { .. }));
    list.len() != types.len()
        || types.iter().zip(list).any(|(ty, node)| node.is_some_and(is_pointer) != ty.is_pointer())
}

/// Returns whether the parameter decorations of an internal function do not fit its parameters: their number differs,
/// or the note of a pointer belongs to a parameter that is none now, or the other way round.
fn has_unfit_decorations(function: Value<'_>) -> bool {
    let Some(lists) = function.function_metadata(ParameterDecorations::NAME).filter(|_| is_internal(function)) else {
        return false;
    };
    let types = types(function);
    let is_same = |ty: Type<'_>, note| match notes::read(note) {
        Ok(Note::Pointer { pointee, .. }) => ty.is_pointer() || pointee == Some(ty),
        _ => !ty.is_pointer(),
    };
    let notes = function.function_metadata(notes::NAME).map(|node| node.operands()).unwrap_or_default();
    let mut pairs = types.iter().zip(notes).skip(1);
    lists.operands().len() + 1 != types.len() || pairs.any(|(ty, note)| note.is_some_and(|note| !is_same(*ty, note)))
}

/// Removes the decorations of the parameters of a function; returns a warning about it.
fn drop_decorations<'m>(module: &'m Module<'m>, function: Value<'m>) -> Result<String> {
    let context = module.context();
    let none = Some(context.md_node(&[]));
    let lists: Vec<_> = function.params().map(|_| none).collect();
    function.set_function_metadata(ParameterDecorations::NAME, context.md_node(&lists))?;
    Ok(format!("the decorations of the parameters of {}, some of which are gone, are dropped", function.name()))
}

/// Gives the result and the parameters of a function their default notes.
fn describe<'m>(module: &'m Module<'m>, function: Value<'m>) -> Result<()> {
    let context = module.context();
    let mut list = Vec::new();
    for ty in types(function) {
        list.push(Some(notes::write(&context, &notes::by_default(module.layout(), ty, false)?)?));
    }
    function.set_function_metadata(notes::NAME, context.md_node(&list))
}

/// Inlines all calls of a function, and deletes it if it is internal and has no uses left.
fn inline(function: Value<'_>, left: &mut usize) -> Result<()> {
    let calls: Vec<_> = function.uses().filter(|user| user.called_function() == Some(function)).collect();
    for call in calls.into_iter().filter(|call| call.parent_function() != Some(function)) {
        let Some(rest) = left.checked_sub(1) else { return Ok(()) };
        *left = rest;
        call.inline()?;
    }
    if is_internal(function) && !function.is_used() { function.delete_global() } else { Ok(()) }
}

fn is_internal(function: Value<'_>) -> bool {
    matches!(function.linkage(), Linkage::Internal | Linkage::Private)
}
