//! Function attributes for FPGA compilers (SPV_INTEL_kernel_attributes, SPV_INTEL_fpga_cluster_attributes and kin).
//!
//! In LLVM IR: attachments of the function, `!max_work_group_size`, `!stall_enable` and so on. In SPIR-V: execution
//! modes of kernels, and decorations of the function. They are hints: those whose extension is not allowed are dropped.

use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::binary::{self, DecorationView, Instruction, Op};
use crate::concepts::base::decorations::reverse::read;
use crate::concepts::base::decorations::{forward as decorate, reverse as decorated};
use crate::concepts::base::modes;
use crate::conventions::calling::SPIR_KERNEL;
use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::{Chapter, Forward, Reverse, Target, availability};
use ::spirv::{Decoration as D, ExecutionMode};
use llvm_ir::sorting::Sorting;
use llvm_spirv_metadata::function_attributes::{self as attributes, Effect, dsp};
use llvm_spirv_metadata::{Decoration, Node};

mod parameters;

pub use parameters::says as says_of_parameter;

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter =
    Chapter { expresses: Some(|_, _, target, decoration| expresses(target, decoration)), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// The modes and decorations of a function.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if !function.has_metadata() {
        return Ok(());
    }
    let mut effects = Vec::new();
    for name in attributes::names() {
        let Some(node) = function.function_metadata(name) else { continue };
        let effect = attributes::read(name, &nodes::read(node)).map_err(|e| unreadable(name, e))?;
        effects.extend(effect.map(|effect| (number(&effect), name, effect)));
    }
    effects.extend(
        forward_dsp(function)?.map(|decoration| (decoration.kind, dsp::PREFER, Effect::Decoration(decoration))),
    );
    effects.arrange_by_key(|(number, ..)| *number);
    effects.into_iter().try_for_each(|(_, name, effect)| forward_effect(f, function, id, name, effect))?;
    if function.call_conv() == SPIR_KERNEL {
        f.hooks.forward_last_modes.iter().try_for_each(|hook| hook(f, function, id))?;
    }
    parameters::forward(f, function)
}

fn unreadable(name: &str, error: impl std::fmt::Display) -> Error {
    Error::of(Code::Metadata, format!("metadata !{name}: {error}"))
}

fn number(effect: &Effect) -> u32 {
    match effect {
        Effect::Mode { mode, .. } => *mode,
        Effect::Decoration(decoration) => decoration.kind,
    }
}

/// Returns the decoration for the preference of DSP blocks, which two attachments express.
fn forward_dsp(function: Value<'_>) -> Result<Option<Decoration>> {
    let word = |name| {
        let node = function.function_metadata(name).map(nodes::read);
        let word = |node: Node<Metadata<'_>>| node.operands()?.read("the number", Node::as_word);
        node.map(word).transpose().map_err(|e| unreadable(name, e))
    };
    let Some(prefer) = word(dsp::PREFER)? else { return Ok(None) };
    Ok(Some(dsp::decoration(prefer, word(dsp::PROPAGATE)?)))
}

fn forward_effect<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id, name: &str, effect: Effect) -> Result<()> {
    let kind = match &effect {
        Effect::Mode { .. } if function.call_conv() != SPIR_KERNEL => return Ok(()),
        Effect::Mode { .. } => Kind::ExecutionMode,
        Effect::Decoration(_) => Kind::Decoration,
    };
    if !availability::is_allowed(f, kind, number(&effect)) {
        f.warn(format!("!{name} is dropped: its extension is not allowed"));
        return Ok(());
    }
    match effect {
        Effect::Decoration(decoration) => decorate::decorate(f, id, &decoration),
        Effect::Mode { mode, operands } => {
            let mode = ExecutionMode::from_u32(mode).ok_or_else(|| Error::internal("a mode without a number"))?;
            modes::emit(f, id, mode, &operands)
        }
    }
}

// --- SPIR-V to LLVM ---

/// Returns the name and node of the attachment for an execution mode, if it has one.
pub fn reverse_mode<'m>(inst: Instruction<'m>) -> Option<(&'static str, Node<Metadata<'m>>)> {
    let (mode, operands) = (inst.operand(1).ok()?, inst.in_operands().get(2..)?.to_vec());
    attributes::write(&Effect::Mode { mode, operands }).filter(|_| inst.opcode() == Op::ExecutionMode)
}

/// Returns whether an attachment or attribute expresses the decoration.
pub fn says(decoration: &Decoration) -> bool {
    dsp::of(decoration).is_some() || attributes::write::<()>(&Effect::Decoration(decoration.clone())).is_some()
}

/// The attachments of a function.
pub fn reverse<'m>(r: &Reverse<'m>, function: binary::Function<'m>) -> Result<()> {
    let id = function.id();
    let value = r.value(id)?;
    // Nearly all that most functions have is linkage, which is said elsewhere.
    let others = r.spv.decorations(id).filter(|decoration| decoration.kind != Some(D::LinkageAttributes));
    let decorations: Vec<_> = others.filter_map(|decoration| decorated::read(&decoration)).collect();
    for decoration in decorations {
        if let Some((prefer, propagate)) = dsp::of(&decoration) {
            attach(r, value, (dsp::PREFER, Node::words(&[prefer])))?;
            propagate.map_or(Ok(()), |word| attach(r, value, (dsp::PROPAGATE, Node::words(&[word]))))?;
        } else if let Some(attachment) = attributes::write(&Effect::Decoration(decoration)) {
            attach(r, value, attachment)?;
        }
    }
    parameters::reverse(r, function, value)?;
    for mode in r.execution_modes.get(&id).map(Vec::as_slice).unwrap_or_default() {
        reverse_mode(*mode).map_or(Ok(()), |attachment| attach(r, value, attachment))?;
    }
    Ok(())
}

fn attach<'m>(r: &Reverse<'m>, value: Value<'m>, (name, node): (&str, Node<Metadata<'m>>)) -> Result<()> {
    value.set_function_metadata(name, nodes::reverse(r, &node)?)
}

/// Returns whether attributes or attachments of a function express the decoration.
fn expresses(target: Target<'_>, decoration: &DecorationView<'_>) -> bool {
    match target {
        Target::Parameter { kernel: true, .. } => says_of_parameter(decoration),
        Target::Function(_) if decoration.kind == Some(::spirv::Decoration::FuncParamAttr) => false,
        Target::Function(_) => read(decoration).is_some_and(|decoration| says(&decoration)),
        _ => false,
    }
}
