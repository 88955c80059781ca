//! Decorations that only metadata can express in LLVM IR (S3-77, S3-78).
//!
//! In: the decorations of a result, a module-scope variable or the parameters of a function. Out: those that no
//! attribute, flag or name expresses, as `!spirv.Decorations` and `!spirv.ParameterDecorations`. Decorations whose
//! operand is an id have no metadata here.

use super::super::functions::parameters;
use super::by_id;
use crate::binary::grammar::{self, Category, Kind};
use crate::binary::{self, DecorationView, Id, Instruction, Op, strings};
use crate::conventions::calling;
use crate::conventions::nodes;
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::{Reverse, Target};
use ::spirv::Decoration as D;
use llvm_spirv_metadata::{Decoration, Decorations, Named, Operand, ParameterDecorations, Tuple};
use rustc_hash::FxHashSet;

/// Returns whether LLVM IR expresses the decoration of a target by other means than metadata.
fn expresses(target: Target<'_>, decoration: &DecorationView<'_>) -> bool {
    let first = decoration.operands.first().copied();
    match (decoration.kind, target) {
        // Calls, globals, kernels: names, linkage, types.
        (Some(D::BuiltIn | D::LinkageAttributes | D::SpecId), _) => true,
        // Flags.
        (Some(D::NoSignedWrap | D::NoUnsignedWrap), Target::Instruction(_, value)) => super::can_wrap(value),
        (Some(D::FPFastMathMode), Target::Instruction(_, value)) => super::fast_math::is_arithmetic(value),
        (Some(D::SaturatedToLargestFloat8NormalConversionEXT), Target::Instruction(..)) => true,
        // Alignment of variables, attributes of parameters.
        (Some(D::Alignment), Target::Variable | Target::Instruction(..))
            if !first.is_some_and(u32::is_power_of_two) =>
        {
            false
        }
        (Some(D::Alignment), Target::Instruction(op, _)) => {
            matches!(op, Op::Variable | Op::VariableLengthArrayINTEL)
                || matches!(op, Op::UntypedVariableKHR | Op::UntypedVariableLengthArrayINTEL)
        }
        (Some(D::Alignment | D::Constant), Target::Variable) => true,
        (
            Some(kind @ (D::FuncParamAttr | D::Alignment | D::MaxByteOffset)),
            Target::Parameter { function, index, .. },
        ) => parameters::says_of_parameter(function, index, kind, first),
        // Attributes and attachments of functions.
        (Some(D::FuncParamAttr), Target::Function(function)) => parameters::says_of_result(function, first),
        (Some(D::ReferencedIndirectlyINTEL), Target::Function(_)) => true,
        // kernel_arg_type_qual.
        (Some(D::Volatile), Target::Parameter { kernel, pointer, .. }) => kernel && pointer,
        _ => false,
    }
}

/// Attaches the decorations of an instruction in a block as metadata.
#[inline]
pub fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(id) = inst.result_id() else { return Ok(()) };
    if !r.spv.is_plain(id) && has_metadata(r) {
        metadata(r, inst, id)?;
    }
    beyond_metadata(r, inst, id)
}

/// Translates the decorations of an instruction to something other than metadata.
pub fn beyond_metadata<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, id: Id) -> Result<()> {
    if !r.spv.is_plain(id) {
        r.hooks.reverse_decorated.iter().try_for_each(|hook| hook(r, inst))?;
    }
    r.hooks.reverse_decorations.iter().try_for_each(|hook| hook(r, inst))
}

fn metadata<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, id: Id) -> Result<()> {
    let Some(value) = r.find_value(id).filter(|value| value.is_instruction()) else { return Ok(()) };
    by_id::reverse(r, id, value)?;
    let list = list(r, id, Target::Instruction(inst.opcode(), value));
    if list.0.is_empty() || value.metadata(Decorations::NAME).is_some() {
        return Ok(());
    }
    value.set_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)
}

/// The metadata of a module-scope variable.
pub fn global<'m>(r: &mut Reverse<'m>, id: Id, global: Value<'m>) -> Result<()> {
    r.hooks.annotate_global.iter().try_for_each(|hook| hook(r, id, global))?;
    if !has_metadata(r) {
        return Ok(());
    }
    let list = list(r, id, Target::Variable);
    if list.0.is_empty() {
        return Ok(());
    }
    global.set_global_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)
}

/// Attaches the decorations of a function, as annotations or as metadata of the function.
pub fn function<'m>(r: &mut Reverse<'m>, id: Id, value: Value<'m>) -> Result<()> {
    if r.options.policy.annotates_decorations {
        return r.hooks.annotate_global.iter().try_for_each(|hook| hook(r, id, value));
    }
    by_id::reverse(r, id, value)?;
    let list = list(r, id, Target::Function(value));
    if list.0.is_empty() {
        return Ok(());
    }
    value.set_function_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)
}

/// Returns whether metadata lists decorations: in Khronos mode only beside friendly names of builtins.
pub fn has_metadata(r: &Reverse<'_>) -> bool {
    !r.options.policy.annotates_decorations || r.options.builtin_spelling == BuiltinSpelling::SpvIr
}

/// Returns whether metadata list what no attribute says of the parameters of a function.
pub fn has_parameter_metadata(r: &Reverse<'_>, function: Value<'_>) -> bool {
    has_metadata(r) || function.call_conv() == calling::SPIR_KERNEL
}

/// The metadata of the parameters of a function.
pub fn parameters<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>, value: Value<'m>) -> Result<()> {
    by_id::reverse_parameters(r, function, value)?;
    if !has_parameter_metadata(r, value) {
        return Ok(());
    }
    let kernel = value.call_conv() == calling::SPIR_KERNEL;
    let of = |(index, (inst, param)): (u32, (&Instruction<'m>, Value<'m>))| {
        let target = Target::Parameter { function: value, index, pointer: param.ty().is_pointer(), kernel };
        list(r, inst.result_id().unwrap_or_default(), target)
    };
    let lists: Vec<Decorations> = (0..).zip(function.parameters.iter().zip(value.params())).map(of).collect();
    if lists.iter().all(|list| list.0.is_empty()) {
        return Ok(());
    }
    let node = nodes::reverse(r, &ParameterDecorations(lists).write())?;
    value.set_function_metadata(ParameterDecorations::NAME, node)
}

fn list(r: &Reverse<'_>, id: Id, target: Target<'_>) -> Decorations {
    if r.spv.is_plain(id) {
        return Decorations::default();
    }
    if let Some(list) = r.hooks.listed_decorations.iter().find_map(|hook| hook(r, id)) {
        return list;
    }
    // Linkage is said once, whoever says it (S3-82).
    let mut said = FxHashSet::default();
    let is_expressed =
        |d: &DecorationView<'_>| expresses(target, d) || r.hooks.expresses.iter().any(|hook| hook(r, id, target, d));
    let unsaid = r.spv.decorations(id).filter(|d| !is_expressed(d));
    let unsaid = unsaid.filter(|d| said.insert((d.raw, d.operands)));
    Decorations(unsaid.filter_map(|decoration| read(&decoration)).collect())
}

/// A decoration with its operands by the grammar; none if one of them is an id.
pub fn read(decoration: &DecorationView<'_>) -> Option<Decoration> {
    let row = grammar::enumerant(Kind::Decoration, decoration.raw)?;
    let (mut words, mut operands) = (decoration.operands, Vec::new());
    let mut slots = row.parameters.iter().peekable();
    while !words.is_empty() {
        let slot = *slots.peek()?;
        if !matches!(slot, grammar::Operand::Many(_)) {
            slots.next();
        }
        let (operand, rest) = literal(slot.kind(), words)?;
        operands.push(operand);
        words = rest;
    }
    Some(Decoration::new(decoration.raw, operands))
}

fn literal(kind: Kind, words: &[u32]) -> Option<(Operand, &[u32])> {
    if kind == Kind::LiteralString {
        let (text, length) = strings::decode(words).ok()?;
        return Some((Operand::String(text), words.get(length..)?));
    }
    let (word, rest) = words.split_first()?;
    (kind.info().category != Category::Id).then_some((Operand::Int(*word), rest))
}
