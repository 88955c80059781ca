//! The walk over LLVM IR: module-level entities first, then each block, each instruction by the handler of its opcode
//! ([`registry`]).

use super::order;
use super::refusals::refuse;
use crate::binary::builder::Section;
use crate::concepts::base::{constants, decorations, functions, globals, pointees, spec_nodes};
use crate::concepts::extensions::{bfloat16, max_error};
use crate::concepts::instructions::layout::{self, Layout};
use crate::concepts::instructions::{control_flow, loops, memory};
use crate::concepts::interface::{
    builtin_variables, declarations, entry_points, function_attributes, module_info,
    spec_constants::{self, operations},
};
use crate::concepts::sets::debug_info::forward as debug_info;
use crate::concepts::sets::{aux_data, reflection};
use crate::concepts::shaders::structure;
use crate::concepts::{builtins, intrinsics, registry};
use crate::conventions::calling;
use crate::environment::Models;
use crate::error::{Error, Result};
use crate::llvm::{Block, Facts, Opcode, Value};
use crate::state::hooks::any;
use crate::state::slots::entry_points::Reach;
use crate::state::{Body, Forward, Numbered, availability};
use ::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// Translates everything in the module except its entry points.
pub fn module(f: &mut Forward<'_>) -> Result<()> {
    let begun = debug_info::begin(f);
    f.errors.check(begun)?;
    let informed = module_info::forward(f);
    f.errors.check(informed)?;
    let read = f.hooks.read_module.iter().try_for_each(|hook| hook(f));
    f.errors.check(read)?;
    if f.module.has_assembly() && !f.options.policy.drops_assembly_silently {
        f.warn("the module's own assembly is left out");
    }
    if !is_logical(f) && !f.options.policy.keeps_unreachable_blocks {
        order::blocks(f.module);
    }
    let declared = declarations::forward(f);
    f.errors.check(declared)?;
    f.hooks.infer_pointees.iter().for_each(|hook| hook(f));
    globals::forward_all(f, refuse)?;
    let allowed = availability::check(f);
    f.errors.check(allowed)?;
    if !f.options.policy.writes_variables_as_they_come {
        if !is_logical(f) {
            intrinsics::variables::find(f);
        }
        let declared = intrinsics::memory::declare_fills(f);
        f.errors.check(declared)?;
    }
    let prepared = f.hooks.prepare_module.iter().try_for_each(|hook| hook(f));
    f.errors.check(prepared)?;
    let personalities: FxHashSet<_> = f.module.functions().filter_map(Value::personality).collect();
    for function in order::functions(f.module, f.options.policy.orders_functions_by_calls) {
        let is_declared = || !calling::is_defined(function) && personalities.contains(&function);
        if f.errors.has_failed(function) || is_declared() && functions::is_only_personality(function) {
            continue;
        }
        f.originate(Some(function))?;
        if let Err(error) = self::function(f, function) {
            f.body = Body::default();
            refuse(f, function, error.in_function(function.name()))?;
        }
    }
    f.originate(None)?;
    if !f.errors.is_empty() {
        return Ok(());
    }
    spec_nodes::forward_all(f)?;
    decorations::annotations::globals(f)?;
    decorations::members::forward(f)?;
    intrinsics::finish(f)?;
    builtin_variables::finish(f)?;
    reflection::forward(f)?;
    debug_info::finish(f)
}

fn function<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    if calling::is_defined(function) {
        return definition(f, function);
    }
    if functions::is_instructions(f, function)? {
        return Ok(());
    }
    f.body = Body::default();
    let signature = functions::forward_head(f, function, Section::Declarations)?;
    availability::check(f)?;
    decorations::forward::parameters(f, function)?;
    decorations::forward::function(f, function, signature.id)?;
    aux_data::forward(f, function, signature.id)?;
    debug_info::declare_function(f, function);
    f.spv.emit(Section::Declarations, Op::FunctionEnd, &[])
}

fn definition<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    let mut layout = match is_logical(f) {
        true => structure::layout(function),
        false => layout::layout_with(function, &|bit| loops::is_allowed(f, bit)),
    };
    if f.options.policy.keeps_unreachable_blocks {
        layout.add_unreachable(function);
    }
    // The signature may need the inferred pointees: they are inferred once.
    functions::signature(f, function)?;
    let role = f.hooks.role();
    let pointee_uses = f.pointee_uses.remove(&function).unwrap_or_else(|| pointees::infer(function, role));
    f.body = Body::of(pointee_uses);
    let signature = functions::forward_head(f, function, Section::Definitions)?;
    f.body.result = signature.result;
    availability::check(f)?;
    let is_called = crate::concepts::base::kernels::is_called_kernel(function);
    if !is_called {
        entry_points::forward(f, function, signature.id)?;
        function_attributes::forward(f, function, signature.id)?;
    }
    decorations::forward::parameters(f, function)?;
    decorations::forward::function(f, function, signature.id)?;
    aux_data::forward(f, function, signature.id)?;
    builtins::find_chains(f, function)?;
    if f.debug.is_some() {
        debug_info::begin_function(f, function, signature.id);
    }
    reserve_labels(f, &layout)?;
    intrinsics::variables::declare(f, function, &layout.order)?;
    let mut has_failed = false;
    for block in &layout.order {
        has_failed |= self::block(f, &layout, *block)?;
    }
    if has_failed {
        f.body = Body::default();
        return Ok(());
    }
    spec_constants::forward_unused(f)?;
    control_flow::forward_dead_ends(f)?;
    control_flow::complete_phis(f)?;
    finish(f, signature.id)?;
    if is_called { entry_points::forward_wrapper(f, function, &signature) } else { Ok(()) }
}

/// Assigns each block its label, and a second one to headers of loops that do not end in a branch.
fn reserve_labels<'m>(f: &mut Forward<'m>, layout: &Layout<'m>) -> Result<()> {
    f.body.labels = Numbered::with_capacity(layout.order.len());
    f.body.ends = Numbered::with_capacity(layout.order.len());
    for block in &layout.order {
        let label = f.spv.fresh();
        f.spv.name(label, block.name())?;
        f.body.labels.insert(*block, label);
        if layout.merges.contains_key(block) && !ends_in_branch(*block) {
            let split = f.spv.fresh();
            f.body.splits.insert(*block, split);
        }
    }
    Ok(())
}

/// Translates a block; returns whether any instruction was refused.
fn block<'m>(f: &mut Forward<'m>, layout: &Layout<'m>, block: Block<'m>) -> Result<bool> {
    let label = f.label(block)?;
    control_flow::forward_label(f, label)?;
    if f.debug.is_some() {
        debug_info::at_block(f)?;
    }
    let is_first = layout.order.first() == Some(&block);
    if is_first && f.body.pointee_uses.scatters_variables && !f.options.policy.writes_variables_as_they_come {
        let variables = block.parent().map(Value::variables);
        variables.into_iter().flatten().try_for_each(|variable| declare(f, layout, variable))?;
    }
    let (mut has_failed, possible) = (false, block.possible());
    for fetched in block.fetched() {
        let inst = fetched.value;
        if f.debug.is_some() {
            debug_info::records(f, inst)?;
        }
        if !f.body.absorbed.is_empty() && f.body.absorbed.contains(&inst) {
            continue;
        }
        f.originate(Some(inst))?;
        let said = if f.debug.is_some() { debug_info::before(f, inst)? } else { None };
        let translated = instruction(f, inst, fetched.facts(possible), (layout, block));
        if let Err(error) = translated.and_then(|()| availability::check(f)) {
            has_failed = true;
            let function = inst.parent_function().map(Value::name).unwrap_or_default();
            refuse(f, inst, error.at_instruction(|| inst.print()).in_function(function))?;
        }
        if f.debug.is_some() {
            debug_info::after(f, said);
        }
    }
    Ok(has_failed)
}

/// Translates an `alloca` that is not at the beginning of its block in advance, since `OpVariable` is at the beginning
/// of a function. One that cannot be translated is refused at its own place.
fn declare<'m>(f: &mut Forward<'m>, layout: &Layout<'m>, variable: Value<'m>) -> Result<()> {
    let Some((block, fetched)) = variable.parent_block().zip(variable.fetch()) else { return Ok(()) };
    if !f.body.labels.contains_key(&block) || !memory::is_fixed(f, variable)? {
        return Ok(());
    }
    f.originate(Some(variable))?;
    if instruction(f, variable, fetched.facts(block.possible()), (layout, block)).is_ok() {
        f.body.absorbed.insert(variable);
    }
    Ok(())
}

/// Returns whether the module has logical addressing, hence structured control flow.
fn is_logical(f: &Forward<'_>) -> bool {
    Models::of_addressing(f.spv.addressing_model()).is_some_and(Models::is_logical)
}

fn ends_in_branch(block: Block<'_>) -> bool {
    block.terminator().is_some_and(|terminator| terminator.is_op(Opcode::Br))
}

/// Records where the block ends, and emits the merge instruction of a loop header with hints.
fn before_terminator<'m>(f: &mut Forward<'m>, layout: &Layout<'m>, block: Block<'m>, inst: Value<'m>) -> Result<()> {
    let label = f.label(block)?;
    f.body.ends.insert(label, f.body.code.len());
    if let Some(selection) = layout.selections.get(&block) {
        control_flow::forward_selection_merge(f, selection)?;
    }
    let Some(merge) = layout.merges.get(&block) else { return Ok(()) };
    control_flow::forward_loop_merge(f, merge)?;
    if inst.opcode() != Some(Opcode::Br) {
        let split = control_flow::forward_split(f, block)?;
        f.body.ends.insert(split, f.body.code.len());
    }
    Ok(())
}

/// Adds the function body to the module: the variables are inserted after the first label.
fn finish(f: &mut Forward<'_>, id: u32) -> Result<()> {
    const LABEL_WORDS: usize = 2;
    let body = std::mem::take(&mut f.body);
    let (label, rest) = body.code.split_at_checked(LABEL_WORDS).ok_or_else(|| Error::internal("an empty body"))?;
    for words in [label, &body.variables, &body.first_stores, rest] {
        f.spv.append(Section::Definitions, words);
    }
    f.entry_points
        .reach
        .insert(id, Reach { inputs: body.inputs, callees: body.callees, is_uncontracted: body.is_uncontracted });
    f.spv.emit(Section::Definitions, Op::FunctionEnd, &[])
}

/// Translates an instruction of a block.
fn instruction<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    facts: Facts,
    (layout, block): (&Layout<'m>, Block<'m>),
) -> Result<()> {
    f.body.last = 0;
    let (start, added) = (f.body.code.len(), f.helpers.code.len());
    f.hooks.prepare_instruction.iter().try_for_each(|hook| hook(f, inst))?;
    if !f.body.expressions.is_empty() {
        f.body.expressions = FxHashMap::default();
    }
    // What a phi takes is computed where it comes from; what a load or a call computes depends on what is loaded or called.
    let is_apart = matches!(facts.opcode, Opcode::Phi | Opcode::Load | Opcode::Call);
    let computes = facts.has_expressions && !is_apart;
    if facts.is_terminator {
        if computes {
            constants::forward_expressions(f, inst.operands())?;
        }
        before_terminator(f, layout, block, inst)?;
    }
    let is_listed = facts.has_metadata && operations::listed(f, inst)?;
    if !is_listed && !any!(f.hooks.forward_instruction, f, inst, facts.opcode) {
        if computes && !facts.is_terminator {
            constants::forward_expressions(f, inst.operands())?;
        }
        registry::llvm_instruction(f, inst, facts.opcode)?;
    }
    if !f.spec_constants.is_empty() {
        operations::lift(f, inst, start)?;
    }
    if facts.has_metadata {
        decorations::forward::instruction(f, inst)?;
        f.hooks.decorate_results.iter().try_for_each(|hook| hook(f, inst, start))?;
    }
    if facts.has_metadata || facts.opcode == Opcode::Call {
        max_error::forward(f, inst)?;
    }
    bfloat16::require_arithmetic(f, inst, start, added);
    if !facts.is_named || f.hooks.is_unnamed.iter().any(|hook| hook(f, inst)) {
        return Ok(());
    }
    match f.body.values.get(&inst).copied() {
        // What stands for another value has that one's name already.
        Some(operand) if operand.id == f.body.last => f.spv.name(operand.id, inst.name()),
        _ => Ok(()),
    }
}
