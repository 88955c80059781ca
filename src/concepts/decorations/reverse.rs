//! Decorations that nothing else in LLVM IR says, as metadata (S3-77, S3-78).
//!
//! In: the decorations of a result, a module-scope variable or the parameters of a function. Out: those which
//! [`Target::says`] does not know, as `!spirv.Decorations` and `!spirv.ParameterDecorations`. Decorations whose operand
//! is an id have no metadata.

use super::super::functions::{self, parameters};
use super::super::{convert_builtins::is_conversion, function_attributes, max_error, nodes, vector_compute};
use super::{by_id, peer};
use crate::error::Result;
use crate::llvm::Value;
use crate::spirv::grammar::{self, Category, Kind};
use crate::spirv::{self, DecorationView, Id, Instruction, Op, strings};
use crate::state::Reverse;
use ::spirv::Decoration as D;
use llvm_spirv_metadata::{Decoration, Decorations, Named, Operand, ParameterDecorations, Tuple};
use rustc_hash::FxHashSet;

/// What is decorated.
#[derive(Clone, Copy, Debug)]
enum Target<'m> {
    Instruction(Op, Value<'m>),
    Variable,
    Function(Value<'m>),
    Parameter { function: Value<'m>, index: u32, pointer: bool, kernel: bool },
}

impl Target<'_> {
    /// Is the decoration said otherwise? The one table of which is said how.
    fn says(self, decoration: &DecorationView<'_>) -> bool {
        let first = decoration.operands.first().copied();
        match (decoration.kind, self) {
            // Calls, globals, kernels: names, linkage, types.
            (Some(D::BuiltIn | D::LinkageAttributes | D::SpecId), _) => true,
            // Flags.
            (Some(D::NoSignedWrap | D::NoUnsignedWrap), Target::Instruction(_, value)) => super::can_wrap(value),
            (Some(D::FPFastMathMode), Target::Instruction(_, value)) => super::fast_math::is_arithmetic(value),
            // Names of conversions.
            (Some(D::FPRoundingMode | D::SaturatedConversion), Target::Instruction(op, _)) => is_conversion(op),
            (Some(D::SaturatedToLargestFloat8NormalConversionEXT), Target::Instruction(..)) => true,
            (kind, Target::Instruction(_, value)) if max_error::says(value, kind) => true,
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
            (_, Target::Parameter { kernel: true, .. }) if function_attributes::says_of_parameter(decoration) => true,
            (
                Some(kind @ (D::FuncParamAttr | D::Alignment | D::MaxByteOffset)),
                Target::Parameter { function, index, .. },
            ) => parameters::says_of_parameter(function, index, kind, first),
            // Attributes and attachments of functions.
            (Some(D::FuncParamAttr), Target::Function(function)) => parameters::says_of_result(function, first),
            (Some(D::ReferencedIndirectlyINTEL), Target::Function(_)) => true,
            (_, Target::Function(_)) => {
                read(decoration).is_some_and(|decoration| function_attributes::says(&decoration))
            }
            // kernel_arg_type_qual.
            (Some(D::Volatile), Target::Parameter { kernel, pointer, .. }) => kernel && pointer,
            _ => false,
        }
    }
}

/// The metadata of what an instruction of a block computes.
pub fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(id) = inst.result_id() else { return Ok(()) };
    let strict = r.options.compatibility.strict;
    if !r.spv.is_plain(id) && (!strict || peer::has_metadata(r)) {
        metadata(r, inst, id)?;
    }
    if strict { peer::instruction(r, inst) } else { Ok(()) }
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
    if r.options.compatibility.strict {
        peer::global(r, id, global)?;
        if !peer::has_metadata(r) {
            return Ok(());
        }
    }
    let list = list(r, id, Target::Variable);
    if list.0.is_empty() {
        return Ok(());
    }
    global.set_global_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)
}

/// What is said of a function: as annotations for the drop-in, else the metadata that no attachment says.
pub fn function<'m>(r: &mut Reverse<'m>, id: Id, value: Value<'m>) -> Result<()> {
    if r.options.compatibility.strict {
        return peer::global(r, id, value);
    }
    by_id::reverse(r, id, value)?;
    let list = list(r, id, Target::Function(value));
    if list.0.is_empty() {
        return Ok(());
    }
    value.set_function_metadata(Decorations::NAME, nodes::reverse(r, &list.write())?)
}

/// Returns whether metadata list what no attribute says of the parameters of a function.
pub fn has_parameter_metadata(r: &Reverse<'_>, function: Value<'_>) -> bool {
    !r.options.compatibility.strict || peer::has_parameter_metadata(r, function)
}

/// The metadata of the parameters of a function.
pub fn parameters<'m>(r: &mut Reverse<'m>, function: spirv::Function<'m>, value: Value<'m>) -> Result<()> {
    by_id::reverse_parameters(r, function, value)?;
    if !has_parameter_metadata(r, value) {
        return Ok(());
    }
    let kernel = value.call_conv() == functions::SPIR_KERNEL;
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
    if r.options.compatibility.strict {
        return peer::list(r, id);
    }
    // Linkage is said once, whoever says it (S3-82).
    let mut said = FxHashSet::default();
    let unsaid = r.spv.decorations(id).filter(|d| !target.says(d) && !vector_compute::says(r, id, d));
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
