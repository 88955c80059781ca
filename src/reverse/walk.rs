//! The walk over SPIR-V: module-level instructions first, then each block, each instruction by the handler of its
//! opcode ([`registry`]).

use super::phases;
use crate::binary::{self, Id, Instruction, Op};
use crate::concepts::base::{decorations, functions, globals, spec_nodes};
use crate::concepts::extensions::{cooperative_matrix, function_pointers, max_error, vector_compute};
use crate::concepts::instructions::{compare, control_flow, images, memory};
use crate::concepts::interface::{declarations, entry_points, function_attributes, module_info, spec_constants};
use crate::concepts::sets::aux_data;
use crate::concepts::sets::debug_info::reverse as debug_info;
use crate::concepts::{builtins, registry};
use crate::error::{Error, Result};
use crate::state::hooks::any;
use crate::state::{Reverse, ReverseBody};
use rustc_hash::FxHashSet;

/// Translates everything in the module; returns whether it has debug information.
pub fn module(r: &mut Reverse<'_>) -> Result<bool> {
    debug_info::begin(r)?;
    phases::each(r.spv, |inst| match registry::global(r, inst) {
        Ok(()) => Ok(()),
        Err(error) => refuse(r, inst, error),
    })?;
    globals::reverse_by_id(r)?;
    r.float_defaults.by_width = decorations::fast_math::defaults(r)?;
    let (mut functions, mut wrappers) = (Vec::new(), Vec::new());
    for function in r.spv.functions() {
        match entry_points::wrapped(r, function)? {
            Some(wrapped) => wrappers.push((function, wrapped)),
            None => functions.push(function),
        }
    }
    declare(r, &functions)?;
    if r.errors.is_empty() {
        wrappers.into_iter().try_for_each(|(wrapper, wrapped)| entry_points::reverse_wrapper(r, wrapper, wrapped))?;
    }
    for function in functions.iter().filter(|function| !function.is_declaration()) {
        if !r.errors.has_failed(function.id())
            && let Err(error) = body(r, *function)
        {
            let error = in_function(r, *function, error);
            r.errors.add(error)?;
        }
        r.forget_locals(*function);
    }
    r.errors.finish()?;
    entry_points::reverse(r)?;
    let has_attributes = vector_compute::decorates_functions(r);
    for function in &functions {
        function_attributes::reverse(r, *function)?;
        function_pointers::reverse_reference(r, *function)?;
        vector_compute::reverse(r, *function, has_attributes)?;
    }
    r.hooks.finish_module.iter().try_for_each(|hook| hook(r))?;
    decorations::members::reverse(r)?;
    aux_data::reverse(r)?;
    module_info::reverse(r)?;
    declarations::reverse(r)?;
    spec_nodes::reverse(r)?;
    debug_info::finish(r)
}

/// Declares the functions in the order of the module, even if constants referred to some of them before.
fn declare<'m>(r: &mut Reverse<'m>, functions: &[binary::Function<'m>]) -> Result<()> {
    let is_named = functions.iter().any(|function| r.find_value(function.id()).is_some());
    let moves = is_named && !r.options.policy.declares_functions_at_pointers;
    for function in functions {
        match functions::reverse_declare(r, *function) {
            Ok(value) if moves && value.is_function() => value.move_to_end()?,
            Ok(_) => {}
            Err(error) => {
                let error = in_function(r, *function, error);
                refuse(r, function.instruction, error)?;
            }
        }
    }
    Ok(())
}

#[cold]
fn in_function(r: &Reverse<'_>, function: binary::Function<'_>, error: Error) -> Error {
    match r.spv.name(function.id()) {
        Some(name) => error.in_function(name),
        None => error.in_function(&format!("%{}", function.id())),
    }
}

/// Records that an instruction could not be translated, and reports the error unless one of its operands failed, too.
#[cold]
fn refuse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, error: Error) -> Result<()> {
    let is_consequence = names_failed(r, inst)?;
    if let Some(id) = inst.result_id() {
        r.errors.fail(id);
    }
    if is_consequence {
        return Ok(());
    }
    let error = inst.place(error);
    let word = error.place().word;
    r.errors.add(error.in_source(|| binary::lines::source(r.spv.words(), word?)))
}

/// Returns whether an operand has failed, through types and constants too. A pointer does not fail with its pointee.
fn names_failed<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    const MOST: usize = 10_000;
    let (mut open, mut seen) = (vec![inst], FxHashSet::default());
    while let Some(inst) = open.pop() {
        let mut ids = Vec::new();
        r.spv.visit_ids(inst, |id| ids.push(id))?;
        if ids.iter().any(|id| r.errors.has_failed(*id)) {
            return Ok(true);
        }
        let is_new = |id: &Id| seen.len() < MOST && seen.insert(*id);
        let made = ids.into_iter().filter(is_new).filter_map(|id| r.spv.definition(id));
        open.extend(made.filter(|made| phases::is_outside_of_functions(made.opcode())));
    }
    Ok(false)
}

fn body<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>) -> Result<()> {
    r.body = ReverseBody::default();
    let value = r.value(function.id())?;
    if value.intrinsic_id() != 0 {
        return Ok(());
    }
    for (param, inst) in value.params().zip(function.parameters) {
        r.set(inst.result_id().unwrap_or_default(), param);
    }
    r.body.builtin_loads.unseen = Some(function);
    images::scan(r, function);
    r.hooks.prepare_body.iter().try_for_each(|hook| hook(r, function))?;
    let applying = r.hooks.intercept.iter().filter(|interceptor| (interceptor.applies)(r));
    r.body.interceptors = applying.map(|interceptor| interceptor.translate).collect();
    if r.debug.is_some() {
        debug_info::begin_function(r, function, value)?;
    }
    functions::reverse_blocks(r, function, value)?;
    let (has_errors, mut has_failed) = (max_error::is_in(r), false);
    for block in function.blocks {
        r.builder.position_at_end(r.block(block.label)?);
        r.body.label = block.label;
        if r.debug.is_some() {
            debug_info::at_block(r);
        }
        if function.blocks.first().is_some_and(|first| first.label == block.label) {
            images::reverse_samplers(r, function)?;
            cooperative_matrix::reverse_constants(r, function)?;
            spec_constants::reverse_uses(r, function, instruction)?;
        }
        for inst in block.instructions() {
            r.begin_instruction(inst);
            if r.debug.is_some() {
                debug_info::before(r, inst)?;
            }
            let done = instruction(r, inst).and_then(|()| decorations::reverse::instruction(r, inst));
            let done = done.and_then(|()| if has_errors { max_error::reverse(r, inst) } else { Ok(()) });
            if let Err(error) = done {
                has_failed = true;
                let error = in_function(r, function, error);
                refuse(r, inst, error)?;
                if r.builder.block().is_none_or(|block| block.terminator().is_some()) {
                    break;
                }
            }
        }
    }
    if r.debug.is_some() {
        debug_info::end_function(r);
    }
    if has_failed {
        return Ok(());
    }
    control_flow::reverse_complete_phis(r)?;
    r.hooks.finish_body.iter().try_for_each(|hook| hook(r))?;
    compare::reverse_forget_splats(r)?;
    spec_constants::restore(r);
    builtins::place_declarations(r, value)?;
    Ok(())
}

/// Translates an instruction of a block.
fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let is_head = |op| matches!(op, Op::Variable | Op::UntypedVariableKHR | Op::Line | Op::NoLine);
    if !r.body.initial.is_empty() && !is_head(inst.opcode()) {
        memory::reverse_initial(r)?;
    }
    let mut index = 0;
    while let Some(translate) = r.body.interceptors.get(index).copied() {
        if translate(r, inst)? {
            return Ok(());
        }
        index += 1;
    }
    if any!(r.hooks.reverse_instruction, r, inst) {
        return Ok(());
    }
    registry::instruction(r, inst)
}
