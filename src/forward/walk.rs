//! The walk over LLVM IR: a table of contents, one line a class of instructions, each naming its concept.

use super::order;
use super::prepare::{self, Layout};
use super::refusals::refuse;
use crate::concepts::{
    arithmetic, atomics, aux_data, bfloat16, bits, builtin_variables, builtins, compare, composites, control_flow,
    convert, declarations, decorations, entry_points, function_attributes, function_pointers, functions, globals,
    inline_asm, intrinsics, loops, max_error, memory, module_info, pointees, pointers,
    spec_constants::{self, operations},
};
use crate::error::{Code, Error, Result};
use crate::llvm::{Block, Facts, Opcode, Value};
use crate::spirv::builder::Section;
use crate::state::{Body, Forward, Reach};
use ::spirv::Op;

/// Everything in the module but its entry points.
pub fn module(f: &mut Forward<'_>) -> Result<()> {
    let informed = module_info::forward(f);
    f.errors.check(informed)?;
    if f.module.has_assembly() && !f.options.compatibility.strict {
        f.warn("the module's own assembly is left out");
    }
    let declared = declarations::forward(f);
    f.errors.check(declared)?;
    pointees::peer::infer(f);
    globals::forward_all(f, refuse)?;
    if !f.options.compatibility.strict {
        let declared = intrinsics::memory::declare_fills(f);
        f.errors.check(declared)?;
    }
    let known = builtin_variables::forward_all(f);
    f.errors.check(known)?;
    for function in order::functions(f.module, f.options.compatibility.strict) {
        if f.errors.has_failed(function) {
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
    spec_constants::listed::forward_all(f)?;
    decorations::annotations::globals(f)?;
    decorations::members::forward(f)?;
    intrinsics::finish(f)?;
    builtin_variables::finish(f)
}

fn function<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    if functions::is_defined(function) {
        return definition(f, function);
    }
    if functions::is_instructions(f, function)? || functions::is_only_personality(function) {
        return Ok(());
    }
    f.body = Body::default();
    let signature = functions::forward_head(f, function, Section::Declarations)?;
    decorations::forward::parameters(f, function)?;
    decorations::forward::function(f, function, signature.id)?;
    aux_data::forward(f, function, signature.id)?;
    f.spv.emit(Section::Declarations, Op::FunctionEnd, &[])
}

fn definition<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    let mut layout = prepare::layout_with(function, &|bit| loops::is_allowed(f, bit));
    if f.options.compatibility.strict {
        layout.add_unreachable(function);
    }
    // The signature may ask for the wants: they are looked for once.
    functions::signature(f, function)?;
    let wants = f.wants.remove(&function).unwrap_or_else(|| pointees::wants(function));
    f.body = Body::of(wants);
    let signature = functions::forward_head(f, function, Section::Definitions)?;
    let is_called = entry_points::is_called_kernel(function);
    if !is_called {
        entry_points::forward(f, function, signature.id)?;
        function_attributes::forward(f, function, signature.id)?;
    }
    decorations::forward::parameters(f, function)?;
    decorations::forward::function(f, function, signature.id)?;
    aux_data::forward(f, function, signature.id)?;
    builtins::find_chains(f, function)?;
    for block in &layout.order {
        let label = f.spv.fresh();
        f.spv.name(label, block.name())?;
        f.body.labels.insert(*block, label);
        if layout.merges.contains_key(block) && !ends_in_branch(*block) {
            let split = f.spv.fresh();
            f.body.splits.insert(*block, split);
        }
    }
    let mut has_failed = false;
    for block in &layout.order {
        let label = f.label(*block)?;
        control_flow::forward_label(f, label)?;
        for inst in block.instructions() {
            if !f.body.absorbed.is_empty() && f.body.absorbed.contains(&inst) {
                continue;
            }
            f.originate(Some(inst))?;
            let facts = inst.facts().ok_or_else(|| Error::internal("no instruction"))?;
            if facts.is_terminator {
                before_terminator(f, &layout, *block, inst)?;
            }
            if let Err(error) = instruction(f, inst, facts, signature.result) {
                has_failed = true;
                let name = function.name();
                refuse(f, inst, error.at_instruction(|| inst.print()).in_function(name))?;
            }
        }
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

fn ends_in_branch(block: Block<'_>) -> bool {
    block.terminator().is_some_and(|terminator| terminator.is_op(Opcode::LLVMBr))
}

/// Notes where the block ends, and says that it is the header of a loop with hints.
fn before_terminator<'m>(f: &mut Forward<'m>, layout: &Layout<'m>, block: Block<'m>, inst: Value<'m>) -> Result<()> {
    let label = f.label(block)?;
    f.body.ends.insert(label, f.body.code.len());
    if let Some(selection) = layout.selections.get(&block) {
        control_flow::forward_selection_merge(f, selection)?;
    }
    let Some(merge) = layout.merges.get(&block) else { return Ok(()) };
    control_flow::forward_loop_merge(f, merge)?;
    if inst.opcode() != Some(Opcode::LLVMBr) {
        let split = control_flow::forward_split(f, block)?;
        f.body.ends.insert(split, f.body.code.len());
    }
    Ok(())
}

/// Puts the body into the module: the variables go behind the first label.
fn finish(f: &mut Forward<'_>, id: u32) -> Result<()> {
    const LABEL_WORDS: usize = 2;
    let body = std::mem::take(&mut f.body);
    let (label, rest) = body.code.split_at_checked(LABEL_WORDS).ok_or_else(|| Error::internal("an empty body"))?;
    for words in [label, &body.variables, &body.first_stores, rest] {
        f.spv.append(Section::Definitions, words);
    }
    f.reach.insert(id, Reach { inputs: body.inputs, callees: body.callees, is_uncontracted: body.is_uncontracted });
    f.spv.emit(Section::Definitions, Op::FunctionEnd, &[])
}

fn instruction<'m>(f: &mut Forward<'m>, inst: Value<'m>, facts: Facts, result: u32) -> Result<()> {
    f.body.last = 0;
    let start = f.body.code.len();
    translate(f, inst, facts.opcode, result)?;
    if !f.spec_constants.is_empty() {
        operations::lift(f, inst, start)?;
    }
    if facts.has_metadata {
        decorations::forward::instruction(f, inst)?;
    }
    if facts.has_metadata || facts.opcode == Opcode::LLVMCall {
        max_error::forward(f, inst)?;
    }
    bfloat16::require_arithmetic(f, inst, start);
    if !facts.is_named {
        return Ok(());
    }
    match f.body.values.get(&inst).copied() {
        // What stands for another value has that one's name already.
        Some(operand) if operand.id == f.body.last => f.spv.name(operand.id, inst.name()),
        _ => Ok(()),
    }
}

fn translate<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode, result: u32) -> Result<()> {
    use Opcode as O;
    if bits::is_logical(opcode) && inst.ty().scalar().is_int_of(1) {
        return bits::forward_logical(f, inst, opcode);
    }
    if let Some(op) = arithmetic::binary::to_spirv(opcode) {
        return arithmetic::forward(f, inst, op);
    }
    if let Some(op) = bits::binary::to_spirv(opcode) {
        return bits::forward(f, inst, op);
    }
    match opcode {
        O::LLVMFNeg => arithmetic::forward_negate(f, inst),
        O::LLVMICmp => compare::forward_int(f, inst),
        O::LLVMFCmp => compare::forward_float(f, inst),
        O::LLVMSelect => compare::forward_select(f, inst),
        O::LLVMPtrToInt | O::LLVMPtrToAddr | O::LLVMIntToPtr => pointers::forward_int_cast(f, inst, opcode),
        O::LLVMAddrSpaceCast => pointers::forward_addrspacecast(f, inst),
        O::LLVMGetElementPtr => pointers::forward_gep(f, inst),
        O::LLVMAlloca => memory::forward_alloca(f, inst),
        O::LLVMLoad => memory::forward_load(f, inst),
        O::LLVMStore => memory::forward_store(f, inst),
        O::LLVMAtomicRMW => atomics::forward_rmw(f, inst),
        O::LLVMAtomicCmpXchg => atomics::forward_compare_exchange(f, inst),
        O::LLVMFence => atomics::forward_fence(f, inst),
        O::LLVMExtractElement => composites::forward_extract_element(f, inst),
        O::LLVMInsertElement => composites::forward_insert_element(f, inst),
        O::LLVMShuffleVector => composites::forward_shuffle(f, inst),
        O::LLVMExtractValue => composites::forward_extract_value(f, inst),
        O::LLVMInsertValue => composites::forward_insert_value(f, inst),
        O::LLVMFreeze => composites::forward_freeze(f, inst),
        O::LLVMPHI => control_flow::forward_phi(f, inst),
        O::LLVMBr => control_flow::forward_branch(f, inst),
        O::LLVMSwitch => control_flow::forward_switch(f, inst),
        O::LLVMRet => control_flow::forward_return(f, inst, result),
        O::LLVMUnreachable => f.emit(Op::Unreachable, &[]),
        O::LLVMCall => call(f, inst),
        _ if convert::cast::to_spirv(opcode).is_some() => convert::forward(f, inst, opcode),
        _ => Err(Error::of(Code::Instruction, format!("the instruction {}", &format!("{opcode:?}")[4..]))),
    }
}

/// Operand bundles that say nothing to SPIR-V beyond what the call says.
const DROPPED_BUNDLES: &[&str] = &["convergencectrl"];

/// What a bundle means is up to its name, so that it cannot just be dropped.
fn require_no_bundle(call: Value<'_>) -> Result<()> {
    match call.bundle_tags().into_iter().find(|tag| !DROPPED_BUNDLES.contains(&tag.as_str())) {
        Some(tag) => Err(Error::of(Code::Calling, format!("the operand bundle {tag:?} of a call"))),
        None => Ok(()),
    }
}

fn call<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if inst.is_inline_asm() {
        return inline_asm::forward(f, inst);
    }
    let Some(callee) = inst.called_function() else {
        return function_pointers::forward_call(f, inst);
    };
    if intrinsics::is_intrinsic(callee) {
        return intrinsics::forward(f, inst, callee);
    }
    if inst.bundle_count() != 0 && !f.options.compatibility.strict {
        require_no_bundle(inst)?;
    }
    if !functions::is_defined(callee) && builtins::is_builtin(f, callee)? {
        return builtins::forward(f, inst, callee);
    }
    match callee.function_type() == inst.call_function_type() {
        true => functions::forward_call(f, inst, callee),
        // It is called as what it is not.
        false => function_pointers::forward_call(f, inst),
    }
}
