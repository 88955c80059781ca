//! The walk over SPIR-V: a table of contents, one line a class of instructions, each naming its concept.

use super::phases;
use crate::concepts::{
    arithmetic, aux_data, bits, builtin_variables, builtins, compare, composites, constants, control_flow, convert,
    cooperative_matrix, declarations, decorations, entry_points, function_attributes, function_pointers, functions,
    gathers, globals, images, inline_asm, intrinsics, matrices, max_error, memory, module_info, pipes, pointers,
    small_numbers, spec_constants, stored_results, task_sequences, types, variable_length, vector_compute,
};
use crate::error::{Error, Result};
use crate::llvm::IntPredicate;
use crate::options::TargetEnv;
use crate::spirv::{self, Id, Instruction, Op};
use crate::state::{Reverse, ReverseBody};
use rustc_hash::FxHashSet;

/// Everything in the module.
pub fn module(r: &mut Reverse<'_>) -> Result<()> {
    phases::each(r.spv, |inst| match global(r, inst.again()) {
        Ok(()) => Ok(()),
        Err(error) => refuse(r, inst, error),
    })?;
    globals::reverse_by_id(r)?;
    r.float_defaults = decorations::fast_math::defaults(r)?;
    let (mut functions, mut wrappers) = (Vec::new(), Vec::new());
    for function in r.spv.functions() {
        match entry_points::wrapped(r, function)? {
            Some(wrapped) => wrappers.push((function, wrapped)),
            None => functions.push(function),
        }
    }
    for function in &functions {
        if let Err(error) = functions::reverse_declare(r, *function) {
            let error = in_function(r, *function, error);
            refuse(r, function.instruction.again(), error)?;
        }
    }
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
    }
    r.errors.finish()?;
    entry_points::reverse(r)?;
    for function in &functions {
        function_attributes::reverse(r, *function)?;
        function_pointers::reverse_reference(r, *function)?;
        vector_compute::reverse(r, *function)?;
    }
    decorations::peer::finish(r)?;
    decorations::members::reverse(r)?;
    aux_data::reverse(r)?;
    module_info::reverse(r)?;
    declarations::reverse(r)?;
    spec_constants::listed::reverse(r)
}

#[cold]
fn in_function(r: &Reverse<'_>, function: spirv::Function<'_>, error: Error) -> Error {
    match r.spv.name(function.id()) {
        Some(name) => error.in_function(name),
        None => error.in_function(&format!("%{}", function.id())),
    }
}

/// Notes that an instruction could not be translated, and tells of it unless it names another one that could not.
#[cold]
fn refuse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, error: Error) -> Result<()> {
    let is_consequence = names_failed(r, inst.again())?;
    if let Some(id) = inst.result_id() {
        r.errors.fail(id);
    }
    if is_consequence {
        return Ok(());
    }
    let error = inst.place(error);
    let word = error.place().word;
    r.errors.add(error.in_source(|| spirv::lines::source(r.spv.words(), word?)))
}

/// Does it name what has failed, through types and constants too? A pointer does not fail with what it points to.
fn names_failed<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    const MOST: usize = 10_000;
    let (mut open, mut seen) = (vec![inst], FxHashSet::default());
    while let Some(inst) = open.pop() {
        let mut ids = Vec::new();
        r.spv.visit_ids(inst.again(), |id| ids.push(id))?;
        if ids.iter().any(|id| r.errors.has_failed(*id)) {
            return Ok(true);
        }
        let is_new = |id: &Id| seen.len() < MOST && seen.insert(*id);
        let made = ids.into_iter().filter(is_new).filter_map(|id| r.spv.definition(id));
        open.extend(made.filter(|made| phases::is_outside_of_functions(made.opcode())));
    }
    Ok(false)
}

/// An instruction outside of functions.
fn global<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.opcode() {
        Op::Variable | Op::UntypedVariableKHR => globals::reverse(r, inst),
        Op::ConstantFunctionPointerINTEL => function_pointers::reverse(r, inst),
        Op::ConstantSampler => {
            r.samplers.extend(inst.result_id());
            Ok(())
        }
        Op::ConstantPipeStorage => pipes::storage::reverse(r, inst),
        // Each call of assembly says it again.
        Op::AsmTargetINTEL | Op::AsmINTEL => Ok(()),
        Op::ExtInst if aux_data::is_remark(r, inst) => Ok(()),
        Op::Line | Op::NoLine | Op::ExtInst | Op::ExtInstWithForwardRefsKHR => describe(r),
        Op::TypeForwardPointer => types::reverse(r, inst),
        Op::SpecConstantOp if builtin_variables::reverse_pointer(r, inst) => Ok(()),
        _ if inst.result_type().is_some() => r.make_constant(|r| constants::reverse(r, inst)),
        _ => types::reverse(r, inst),
    }
}

/// Lines, and extended instructions that describe and compute nothing, as all do outside of functions.
fn describe(r: &mut Reverse<'_>) -> Result<()> {
    r.warn("debug information is dropped");
    Ok(())
}

fn body<'m>(r: &mut Reverse<'m>, function: spirv::Function<'m>) -> Result<()> {
    r.body = ReverseBody::default();
    let value = r.value(function.id())?;
    if value.intrinsic_id() != 0 {
        return Ok(());
    }
    for (param, inst) in value.params().zip(function.parameters) {
        r.set(inst.result_id().unwrap_or_default(), param);
    }
    r.body.unseen = Some(function);
    images::scan(r, function);
    stored_results::scan(r, function);
    functions::reverse_blocks(r, function, value)?;
    let (has_errors, mut has_failed) = (max_error::is_in(r), false);
    for block in function.blocks {
        r.builder.position_at_end(r.block(block.label)?);
        r.body.label = block.label;
        if function.blocks.first().is_some_and(|first| first.label == block.label) {
            images::reverse_samplers(r, function)?;
            cooperative_matrix::reverse_constants(r, function)?;
            spec_constants::reverse_uses(r, function, instruction)?;
        }
        for inst in block.instructions() {
            let done = instruction(r, inst.again()).and_then(|()| decorations::reverse::instruction(r, inst.again()));
            let done = done.and_then(|()| if has_errors { max_error::reverse(r, inst.again()) } else { Ok(()) });
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
    if has_failed {
        return Ok(());
    }
    control_flow::reverse_complete_phis(r)?;
    compare::reverse_forget_splats(r)?;
    spec_constants::restore(r);
    builtins::place_declarations(r, value)?;
    Ok(())
}

/// An instruction of a block.
fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let op = inst.opcode();
    if !r.body.initial.is_empty() && !matches!(op, Op::Variable | Op::UntypedVariableKHR | Op::Line | Op::NoLine) {
        memory::reverse_initial(r)?;
    }
    if builtin_variables::reverse_pointer(r, inst) {
        // What is loaded through it is a call.
        return Ok(());
    }
    if !r.body.apart.is_empty() && images::reverse_part(r, inst)? {
        return Ok(());
    }
    if r.has_small_numbers && small_numbers::reverse(r, inst)? {
        return Ok(());
    }
    if r.has_matrices && cooperative_matrix::reverse(r, inst)? {
        return Ok(());
    }
    if r.options.compatibility.strict && stored_results::reverse(r, inst)? {
        return Ok(());
    }
    if r.body.samplers_at_uses {
        images::reverse_sampler_uses(r, inst)?;
    }
    match op {
        Op::Load => memory::reverse_load(r, inst),
        Op::Store => memory::reverse_store(r, inst),
        Op::Variable | Op::UntypedVariableKHR => memory::reverse_variable(r, inst),
        Op::VariableLengthArrayINTEL | Op::UntypedVariableLengthArrayINTEL => variable_length::reverse(r, inst),
        Op::AsmCallINTEL => inline_asm::reverse(r, inst),
        Op::SaveMemoryINTEL => variable_length::reverse_save(r, inst),
        Op::RestoreMemoryINTEL => variable_length::reverse_restore(r, inst),
        Op::MaskedGatherINTEL => gathers::reverse_gather(r, inst),
        Op::MaskedScatterINTEL => gathers::reverse_scatter(r, inst),
        Op::CopyMemory | Op::CopyMemorySized => memory::reverse_copy(r, inst),
        Op::LifetimeStart | Op::LifetimeStop => memory::reverse_lifetime(r, inst),
        Op::AccessChain | Op::InBoundsAccessChain => pointers::reverse_access_chain(r, inst),
        Op::PtrAccessChain | Op::InBoundsPtrAccessChain => pointers::reverse_access_chain(r, inst),
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => pointers::reverse_access_chain(r, inst),
        Op::UntypedPtrAccessChainKHR | Op::UntypedInBoundsPtrAccessChainKHR => pointers::reverse_access_chain(r, inst),
        Op::PtrEqual => compare::reverse_pointers(r, inst, IntPredicate::LLVMIntEQ),
        Op::PtrNotEqual => compare::reverse_pointers(r, inst, IntPredicate::LLVMIntNE),
        Op::TaskSequenceCreateALTERA => task_sequences::reverse_create(r, inst),
        Op::PtrDiff => pointers::reverse_difference(r, inst),
        Op::SizeOf => pointers::reverse_size(r, inst),
        Op::CompositeExtract => composites::reverse_extract(r, inst),
        Op::CompositeInsert => composites::reverse_insert(r, inst),
        Op::CompositeConstruct => composites::reverse_construct(r, inst),
        Op::VectorShuffle => composites::reverse_shuffle(r, inst),
        Op::VectorExtractDynamic => composites::reverse_extract_dynamic(r, inst),
        Op::VectorInsertDynamic => composites::reverse_insert_dynamic(r, inst),
        Op::CopyObject | Op::CopyLogical => composites::reverse_copy(r, inst),
        Op::FreezeKHR => composites::reverse_freeze(r, inst),
        Op::Undef | Op::PoisonKHR => constants::reverse(r, inst),
        Op::FunctionPointerCallINTEL => function_pointers::reverse_call(r, inst),
        Op::FunctionCall => functions::reverse_call(r, inst),
        Op::Phi => control_flow::reverse_phi(r, inst),
        Op::Branch => control_flow::reverse_branch(r, inst),
        Op::BranchConditional => control_flow::reverse_branch_conditional(r, inst),
        Op::Switch => control_flow::reverse_switch(r, inst),
        Op::Return | Op::ReturnValue => control_flow::reverse_return(r, inst),
        Op::Unreachable => control_flow::reverse_unreachable(r),
        Op::SelectionMerge => control_flow::reverse_selection_merge(r, inst),
        Op::LoopMerge | Op::LoopControlINTEL => control_flow::reverse_loop_merge(r, inst),
        Op::SNegate => arithmetic::reverse_negate(r, inst),
        Op::FNegate => arithmetic::reverse_float_negate(r, inst),
        // OpenCL C has no name for these, so that its spellings compute them.
        Op::SMod if r.options.target_env != TargetEnv::SpvIr => arithmetic::reverse_signed_modulo(r, inst),
        Op::FMod if r.options.target_env != TargetEnv::SpvIr => arithmetic::reverse_float_modulo(r, inst),
        Op::VectorTimesScalar if r.options.target_env != TargetEnv::SpvIr => arithmetic::reverse_scale(r, inst),
        Op::MatrixTimesScalar | Op::VectorTimesMatrix | Op::MatrixTimesVector => matrices::reverse(r, inst),
        Op::MatrixTimesMatrix | Op::OuterProduct | Op::Transpose => matrices::reverse(r, inst),
        Op::Not | Op::LogicalNot => bits::reverse_not(r, inst),
        Op::BitCount | Op::BitReverse => bits::reverse_intrinsic(r, inst),
        Op::Select => compare::reverse_select(r, inst),
        Op::Bitcast => convert::reverse_bitcast(r, inst),
        Op::UConvert | Op::SConvert | Op::FConvert => convert::reverse(r, inst),
        Op::ConvertFToU | Op::ConvertFToS | Op::ConvertUToF | Op::ConvertSToF => convert::reverse(r, inst),
        Op::ConvertPtrToU | Op::ConvertUToPtr => convert::reverse(r, inst),
        Op::PtrCastToGeneric | Op::GenericCastToPtr => convert::reverse(r, inst),
        Op::CrossWorkgroupCastToPtrALTERA | Op::PtrCastToCrossWorkgroupALTERA => convert::reverse(r, inst),
        Op::Line | Op::NoLine => describe(r),
        Op::ExtInst if r.describing_sets.contains(&inst.operand(0)?) => describe(r),
        Op::Nop => Ok(()),
        _ => by_row(r, inst, op),
    }
}

/// What the rows of the concepts know.
fn by_row<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, op: Op) -> Result<()> {
    if let Some(opcode) = arithmetic::binary::to_llvm(op) {
        return arithmetic::reverse(r, inst, opcode);
    }
    if let Some(opcode) = bits::binary::to_llvm(op).or_else(|| bits::logical::to_llvm(op)) {
        return bits::reverse(r, inst, opcode);
    }
    if let Some(predicate) = compare::int::to_llvm(op).or_else(|| compare::boolean::to_llvm(op)) {
        return compare::reverse_int(r, inst, predicate);
    }
    if intrinsics::extensions::reverse(r, inst)? {
        return Ok(());
    }
    match compare::float::to_llvm(op) {
        Some(predicate) => compare::reverse_float(r, inst, predicate),
        None => builtins::reverse(r, inst),
    }
}
