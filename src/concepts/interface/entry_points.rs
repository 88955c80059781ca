//! Entry points and execution modes (SPIR-V 3.42.5 "Mode-Setting Instructions").
//!
//! In LLVM IR: `spir_kernel` functions and the metadata attached to them: `reqd_work_group_size` and similar
//! attachments are execution modes; the type names of arguments are an `OpString`
//! `kernel_arg_type.<kernel>.<type>,...`, which keeps the signedness that SPIR-V types do not have.

mod constants;
pub mod interface;
mod named;
mod reach;
pub mod structors;
mod wrappers;

pub use wrappers::{reverse as reverse_wrapper, wrapped};

use super::{kernel_arguments, spec_constants};
use crate::binary::builder::{Id, Section};
use crate::binary::{self, Instruction};
use crate::concepts::base::functions::parameters;
use crate::concepts::base::kernels::{ATTACHMENTS, kernel_metadata};
use crate::concepts::base::modes;
use crate::conventions::calling::SPIR_KERNEL;
use crate::conventions::nodes;
use crate::environment::Models;
use crate::error::Result;
use crate::llvm::{Metadata, Type, TypeKind, Value};
use crate::options::EntryPointForm;
use crate::state::hooks::any;
use crate::state::slots::entry_points::Reach;
use crate::state::{Forward, Operand, Reverse, Signature, availability};
use ::spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, Op};
use llvm_spirv_metadata::kernel::{Kernel, REQD_SUB_GROUP_SIZE, REQD_SUB_GROUP_SIZE_PLAIN};
use llvm_spirv_metadata::{
    ArgString, ArgStringKind, DerivedArgs, EntryPoint, HintScalar, HintType, Named, Operand as MetadataOperand, Target,
    Tuple, VecTypeHint, function_attributes,
};
use std::collections::BTreeSet;

/// The subgroup size that stands for the device's primary size, the first named size.
const PRIMARY_SIZE: u32 = u32::MAX;

// --- LLVM to SPIR-V ---

/// Reads `!spirv.DerivedKernelArgs`.
pub fn read_derived_args(f: &mut Forward<'_>) -> Result<()> {
    for derived in crate::conventions::nodes::all::<DerivedArgs<Metadata<'_>>>(f)? {
        f.entry_points.derived_args.extend(derived.function.as_value().map(|kernel| (kernel, derived.lists)));
    }
    Ok(())
}

/// The entry point of a kernel, its execution modes and arguments. Other functions have none.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if function.call_conv() != SPIR_KERNEL {
        return Ok(());
    }
    f.entry_points.all.push((id, function.name().to_owned()));
    let (kernel, ignored) = kernel_metadata(function)?;
    ignored.into_iter().for_each(|sentence| f.warn(sentence));
    execution_modes(f, function, &kernel, id)?;
    f.hooks.forward_modes.iter().try_for_each(|hook| hook(f, function, id))?;
    forward_qualifiers(f, &kernel, function)?;
    let strings = [(ArgStringKind::Type, &kernel.args.ty), (ArgStringKind::TypeQual, &kernel.args.type_qual)];
    for (kind, entries) in strings.into_iter().filter(|_| f.options.keeps_argument_strings()) {
        let is_derived =
            f.entry_points.derived_args.get(&function).is_some_and(|lists| lists.iter().any(|l| l == kind.name()));
        if let Some(entries) = entries.as_ref().filter(|e| !e.is_empty() && !is_derived) {
            let text = ArgString { kind, kernel: function.name().to_owned(), entries: entries.clone() };
            f.spv.string(&text.write())?;
        }
    }
    Ok(())
}

/// Writes an entry point for a kernel that the module also calls: a function whose body only calls it.
pub fn forward_wrapper<'m>(f: &mut Forward<'m>, function: Value<'m>, callee: &Signature) -> Result<()> {
    let (id, label, call) = (f.spv.fresh(), f.spv.fresh(), f.spv.fresh());
    let section = Section::Definitions;
    f.spv.name(id, function.name())?;
    f.spv.emit(section, Op::Function, &[callee.result, id, 0, callee.ty])?;
    let mut call_operands = vec![callee.result, call, callee.id];
    for (param, ty) in function.params().zip(callee.params.iter()) {
        let param_id = f.spv.fresh();
        f.spv.emit(section, Op::FunctionParameter, &[*ty, param_id])?;
        f.spv.name(param_id, param.name())?;
        f.body.values.insert(param, Operand { id: param_id, ty: *ty });
        call_operands.push(param_id);
    }
    forward(f, function, id)?;
    super::function_attributes::forward(f, function, id)?;
    f.spv.emit(section, Op::Label, &[label])?;
    f.spv.emit(section, Op::FunctionCall, &call_operands)?;
    f.spv.emit(section, Op::Return, &[])?;
    f.entry_points.reach.insert(id, Reach { callees: BTreeSet::from([callee.id]), ..Reach::default() });
    f.spv.emit(section, Op::FunctionEnd, &[])
}

fn execution_modes<'m>(f: &mut Forward<'m>, function: Value<'m>, kernel: &Kernel<Metadata<'m>>, id: Id) -> Result<()> {
    let is_said = |f: &Forward<'m>, mode| spec_constants::modes::says(f, function, mode);
    if let Some(size) = kernel.reqd_work_group_size
        && !is_said(f, ExecutionMode::LocalSizeId)?
    {
        modes::emit(f, id, ExecutionMode::LocalSize, &size)?;
    }
    if let Some(size) = kernel.work_group_size_hint
        && !is_said(f, ExecutionMode::LocalSizeHintId)?
    {
        modes::emit(f, id, ExecutionMode::LocalSizeHint, &size)?;
    }
    if let Some(hint) = kernel.vec_type_hint.and_then(hint_type) {
        modes::emit(f, id, ExecutionMode::VecTypeHint, &[hint.word()])?;
    }
    match kernel.sub_group_size {
        Some(PRIMARY_SIZE) if availability::allows(f.options, "SPV_INTEL_subgroup_requirements") => {
            modes::emit(f, id, ExecutionMode::NamedSubgroupSizeINTEL, &[0])
        }
        Some(size) => modes::emit(f, id, ExecutionMode::SubgroupSize, &[size]),
        None => Ok(()),
    }
}

fn hint_type(hint: VecTypeHint<Metadata<'_>>) -> Option<HintType> {
    let ty = hint.ty.as_value()?.ty();
    let components = if ty.is_vector() { u16::try_from(ty.count()).ok()? } else { 0 };
    Some(HintType { components, scalar: hint_scalar(ty.scalar())? })
}

fn hint_scalar(ty: Type<'_>) -> Option<HintScalar> {
    Some(match (ty.kind(), ty.int_width()) {
        (TypeKind::Half, _) => HintScalar::Half,
        (TypeKind::Float, _) => HintScalar::Float,
        (TypeKind::Double, _) => HintScalar::Double,
        (_, 8) => HintScalar::I8,
        (_, 16) => HintScalar::I16,
        (_, 32) => HintScalar::I32,
        (_, 64) => HintScalar::I64,
        _ => return None,
    })
}

/// `volatile`, `const` and `restrict` of pointer arguments are decorations.
fn forward_qualifiers<'m>(f: &mut Forward<'m>, kernel: &Kernel<Metadata<'m>>, function: Value<'m>) -> Result<()> {
    let Some(qualifiers) = &kernel.args.type_qual else { return Ok(()) };
    for (index, (param, qualifiers)) in (0..).zip(function.params().zip(qualifiers)) {
        let Some(operand) = f.body.values.get(&param).copied().filter(|_| param.ty().is_pointer()) else { continue };
        for qualifier in qualifiers.split_whitespace() {
            if qualifier == "volatile" {
                f.spv.decorate(operand.id, Decoration::Volatile, &[])?;
            }
            if let Some(attribute) = parameters::named(function, index, qualifier) {
                f.spv.decorate(operand.id, Decoration::FuncParamAttr, &[attribute as u32])?;
            }
        }
    }
    Ok(())
}

/// Writes `OpEntryPoint` for each kernel, when the variables that it reaches are known.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    if any!(f.hooks.finish_entry_points, f) {
        return Ok(());
    }
    named::entry_points(f)?;
    named::execution_modes(f)?;
    spec_constants::modes::forward(f)?;
    structors::forward(f)?;
    if f.entry_points.all.is_empty() {
        // A module without entry points is a library.
        f.spv.require(Capability::Linkage);
    }
    let model =
        Models::of_addressing(f.spv.addressing_model()).map_or(ExecutionModel::Kernel, |target| target.execution);
    let users = interface::Users::new(f);
    let mut uncontracted = BTreeSet::new();
    let all = std::mem::take(&mut f.entry_points.all);
    for (id, name) in &all {
        let id = *id;
        let (interface, is_uncontracted) = users.interface(f, id);
        f.spv.entry_point(model, id, name, &interface)?;
        if is_uncontracted && !f.entry_points.defaulted.contains(&id) && uncontracted.insert(id) {
            f.spv.execution_mode(id, ExecutionMode::ContractionOff, &[])?;
        }
    }
    modes::say_poison(f, &all.iter().map(|entry| entry.0).collect::<Vec<_>>())
}

// --- SPIR-V to LLVM ---

/// Registers the metadata kinds before all others: LLVM prints them in this order.
pub fn reverse_kinds(r: &Reverse<'_>) {
    for name in ["kernel_arg_addr_space", "kernel_arg_access_qual"]
        .into_iter()
        .chain(ATTACHMENTS.iter().copied())
        .chain(function_attributes::names())
    {
        r.module.metadata_kind_id(name);
    }
}

/// Writes the entry points: metadata of their functions, and of the module for what functions cannot carry.
pub fn reverse(r: &mut Reverse<'_>) -> Result<()> {
    if r.options.entry_points == EntryPointForm::Constants {
        return constants::reverse(r);
    }
    if any!(r.hooks.reverse_entry_points, r) {
        return Ok(());
    }
    for function in r.spv.functions().filter(|function| r.entry_points.contains_key(&function.id())) {
        reverse_kernel(r, function).map_err(|error| function.instruction.place(error))?;
    }
    for inst in r.spv.entry_points() {
        reverse_entry_point(r, *inst).map_err(|error| inst.place(error))?;
    }
    for inst in r.spv.execution_modes() {
        if !spec_constants::modes::reverse(r, *inst).map_err(|error| inst.place(error))? {
            reverse_mode_of_module(r, *inst).map_err(|error| inst.place(error))?;
        }
    }
    structors::reverse(r)
}

/// Writes `!spirv.EntryPoint`, if function and calling convention do not express the entry point.
fn reverse_entry_point<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (model, function) = (inst.operand(0)?, r.operand(inst, 1)?);
    let (name, _) = inst.string(2)?;
    let only = r.entry_points.get(&inst.operand(1)?).is_some_and(|entry_points| entry_points.len() == 1);
    let models = Models::of_addressing(r.spv.memory_model().0);
    let is_default = models.is_some_and(|models| model == models.execution as u32);
    if only && is_default && function.name() == name {
        return Ok(());
    }
    let entry = EntryPoint { model, function: r.context.md_value(function)?, name, interface: Vec::new() };
    r.module.add_named_metadata(EntryPoint::<Metadata<'m>>::NAME, nodes::reverse(r, &entry.write())?)
}

/// Returns whether a mode is expressed by metadata of the function.
fn is_of_function(mode: ExecutionMode) -> bool {
    use ExecutionMode as M;
    matches!(
        mode,
        M::LocalSize
            | M::LocalSizeId
            | M::LocalSizeHint
            | M::LocalSizeHintId
            | M::VecTypeHint
            | M::SubgroupSize
            | M::NamedSubgroupSizeINTEL
    )
}

/// A mode in metadata of the module.
fn reverse_mode_of_module<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match any!(r.hooks.reverse_mode, r, inst) {
        true => Ok(()),
        false => reverse_other_mode(r, inst),
    }
}

/// Writes `!spirv.ExecutionMode` for a mode that is expressed nowhere else. Its ids are those of constants.
fn reverse_other_mode<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let mode = inst.operand(1)?;
    let is_attached = super::function_attributes::reverse_mode(inst).is_some();
    if is_attached
        || mode == ExecutionMode::FPFastMathDefault as u32
        || r.hooks.expresses_mode.iter().any(|hook| hook(r, inst))
        || ExecutionMode::from_u32(mode).is_some_and(|mode| is_of_function(mode) || structors::is_structor(mode))
    {
        return Ok(());
    }
    let operands = inst.in_operands().iter().skip(2).map(|word| match inst.opcode() {
        Op::ExecutionModeId => size(r, inst, *word),
        _ => Ok(*word),
    });
    let operands = operands.map(|word| word.map(MetadataOperand::Int)).collect::<Result<_>>()?;
    let target = Target::Function(r.context.md_value(r.operand(inst, 0)?)?);
    let node = llvm_spirv_metadata::ExecutionMode { target, mode, operands }.write();
    let node = r.hooks.mode_node.iter().fold(node, |node, hook| hook(mode, node));
    let name = llvm_spirv_metadata::ExecutionMode::<Metadata<'m>>::NAME;
    r.module.add_named_metadata(name, nodes::reverse(r, &node)?)
}

/// Returns the value of a constant as a size.
fn size<'m>(r: &Reverse<'m>, inst: Instruction<'m>, id: Id) -> Result<u32> {
    let value = r.constant(id)?;
    u32::try_from(value).map_err(|_| inst.error(format!("{value} is no size")))
}

/// All metadata that is attached to a kernel.
fn reverse_kernel<'m>(r: &Reverse<'m>, function: binary::Function<'m>) -> Result<()> {
    let value = r.value(function.id())?;
    let mut kernel = Kernel { args: kernel_arguments::reverse(r, function, value)?, ..Kernel::default() };
    let lists = kernel_arguments::derived_lists(r, &kernel.args);
    if !lists.is_empty() {
        let derived = DerivedArgs { function: r.context.md_value(value)?, lists };
        r.module.add_named_metadata(DerivedArgs::<Metadata<'m>>::NAME, nodes::reverse(r, &derived.write())?)?;
    }
    for inst in r.execution_modes.get(&function.id()).map(Vec::as_slice).unwrap_or_default() {
        reverse_mode(r, *inst, &mut kernel)?;
    }
    // The primary size of a device is the vendor's.
    let is_number = kernel.sub_group_size != Some(PRIMARY_SIZE);
    let without_vendor = is_number && r.options.policy.names_sub_group_size_without_vendor;
    for (name, node) in kernel.write() {
        let name = if name == REQD_SUB_GROUP_SIZE && without_vendor { REQD_SUB_GROUP_SIZE_PLAIN } else { name };
        value.set_function_metadata(name, nodes::reverse(r, &node)?)?;
    }
    Ok(())
}

fn reverse_mode<'m>(r: &Reverse<'m>, inst: Instruction<'m>, kernel: &mut Kernel<Metadata<'m>>) -> Result<()> {
    use ExecutionMode as M;
    let literal = |index: usize| inst.operand(index + 2);
    let constant = |index: usize| size(r, inst, inst.operand(index + 2)?);
    match ExecutionMode::from_u32(inst.operand(1)?) {
        Some(M::LocalSize) => kernel.reqd_work_group_size = Some([literal(0)?, literal(1)?, literal(2)?]),
        Some(M::LocalSizeHint) => kernel.work_group_size_hint = Some([literal(0)?, literal(1)?, literal(2)?]),
        Some(M::LocalSizeId) => kernel.reqd_work_group_size = Some([constant(0)?, constant(1)?, constant(2)?]),
        Some(M::LocalSizeHintId) => kernel.work_group_size_hint = Some([constant(0)?, constant(1)?, constant(2)?]),
        Some(M::SubgroupSize) => kernel.sub_group_size = Some(literal(0)?),
        Some(M::NamedSubgroupSizeINTEL) if literal(0)? == 0 => kernel.sub_group_size = Some(PRIMARY_SIZE),
        Some(M::VecTypeHint) => kernel.vec_type_hint = Some(reverse_hint(r, inst, literal(0)?)?),
        _ => {}
    }
    Ok(())
}

fn reverse_hint<'m>(r: &Reverse<'m>, inst: Instruction<'m>, word: u32) -> Result<VecTypeHint<Metadata<'m>>> {
    let hint = HintType::from_word(word).ok_or_else(|| inst.error(format!("{word:#x} is no VecTypeHint")))?;
    let context = r.context;
    let mut ty = match hint.scalar {
        HintScalar::I8 => context.int_type(8)?,
        HintScalar::I16 => context.int_type(16)?,
        HintScalar::I32 => context.int_type(32)?,
        HintScalar::I64 => context.int_type(64)?,
        HintScalar::Half => context.half_type(),
        HintScalar::Float => context.float_type(),
        HintScalar::Double => context.double_type(),
    };
    match hint.components {
        0 => {}
        count @ (2..=4 | 8 | 16) => ty = context.vector_type(ty, count.into())?,
        count => return Err(inst.error(format!("a VecTypeHint of {count} components"))),
    }
    Ok(VecTypeHint { ty: context.md_value(context.poison(ty)?)?, signed: true })
}
