//! Decorations that metadata states (S3-77 to S3-84), to SPIR-V.
//!
//! In: `!spirv.Decorations` of an instruction or global, `!spirv.ParameterDecorations` of a function. Out: `OpDecorate`
//! with operands by the grammar, and the requirements of the decoration. An extension that is needed and not allowed is
//! an error. Duplicates are written once; linkage in metadata replaces LLVM's, and fast-math flags of an instruction
//! replace `FPFastMathMode` in metadata.

use super::{by_id, require_enabling};
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Category, Enumerant, Kind, Operand as Slot};
use crate::binary::write;
use crate::conventions::calling::SPIR_KERNEL;
use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, availability};
use ::spirv::{Capability, Decoration};
use llvm_spirv_metadata::{self as md, Decorations, Named, ParameterDecorations, Tuple};

/// Writes the decorations of the last translated instruction, which has metadata.
pub fn instruction<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let operand = f.body.values.get(&inst).copied().filter(|operand| operand.id == f.body.last);
    if let Some(operand) = operand {
        by_id::forward(f, inst, operand.id)?;
    }
    let Some(mut list) = list(inst)? else { return Ok(()) };
    let has_flags = operand.is_some_and(|operand| operand.id == f.body.flagged);
    if has_flags || f.options.policy.ignores_flags_in_metadata && inst.can_use_fast_math() {
        list.0.retain(|decoration| decoration.kind != Decoration::FPFastMathMode as u32);
    }
    if list.0.is_empty() {
        return Ok(());
    }
    match operand {
        Some(operand) => decorate_all(f, operand.id, &list),
        None => {
            f.warn("!spirv.Decorations of an instruction without a result of its own in SPIR-V are dropped");
            Ok(())
        }
    }
}

/// Writes the alignment of a function's variable, unless its metadata states one that LLVM IR cannot express.
pub fn alignment<'m>(f: &mut Forward<'m>, alloca: Value<'m>, id: Id) -> Result<()> {
    let is_alignment = |decoration: &md::Decoration| decoration.kind == Decoration::Alignment as u32;
    if alloca.has_metadata() {
        let is_stated = list(alloca)?.is_some_and(|list| list.0.iter().any(is_alignment));
        if is_stated || by_id::says(alloca, Decoration::AlignmentId) {
            return Ok(());
        }
    }
    f.spv.decorate(id, Decoration::Alignment, &[alloca.alignment()])
}

/// Writes the decorations of a global, and returns whether its linkage is among them.
pub fn global<'m>(f: &mut Forward<'m>, global: Value<'m>, id: Id) -> Result<bool> {
    by_id::forward(f, global, id)?;
    let Some(list) = list(global)? else { return Ok(false) };
    decorate_all(f, id, &list)?;
    Ok(list.0.iter().any(|decoration| decoration.kind == Decoration::LinkageAttributes as u32))
}

/// The decorations of a function. Its linkage is LLVM's.
pub fn function<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    by_id::forward(f, function, id)?;
    let list = list(function)?.unwrap_or_default();
    let decorations = list.0.iter().filter(|decoration| decoration.kind != Decoration::LinkageAttributes as u32);
    decorations.into_iter().try_for_each(|decoration| decorate(f, id, decoration))
}

/// Writes the decorations of the parameters of a function from a list for each parameter (S3-81).
pub fn parameters<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    by_id::forward_parameters(f, function)?;
    let Some(node) = attached(function, ParameterDecorations::NAME) else { return Ok(()) };
    let lists = ParameterDecorations::read_for(&nodes::read(node), function.param_count() as usize);
    // The Khronos translator looks at those of kernels alone, and so takes others that do not fit.
    if lists.is_err() && f.options.policy.drops_unfit_parameter_lists && function.call_conv() != SPIR_KERNEL {
        f.warn(format!("!{} of {}, which do not fit it, are dropped", ParameterDecorations::NAME, function.name()));
        return Ok(());
    }
    let lists =
        lists.map_err(|e| Error::of(Code::Metadata, format!("metadata !{}: {e}", ParameterDecorations::NAME)))?;
    for (param, list) in function.params().zip(&lists.0) {
        if let Some(operand) = f.body.values.get(&param).copied() {
            warn_of_misplaced(f, param, list);
            decorate_all(f, operand.id, list)?;
        }
    }
    Ok(())
}

/// The decorations that only pointers have (SPIR-V 3.20).
const OF_POINTERS: [Decoration; 5] = [
    Decoration::Restrict,
    Decoration::Aliased,
    Decoration::RestrictPointer,
    Decoration::AliasedPointer,
    Decoration::MaxByteOffset,
];

/// Warns of decorations for pointers on a parameter that is a number; they are kept, since a consumer may use them (S3-84).
fn warn_of_misplaced<'m>(f: &mut Forward<'m>, param: Value<'m>, list: &Decorations) {
    let scalar = param.ty().scalar();
    if !scalar.is_int() && scalar.float_width() == 0 {
        return;
    }
    for kind in list.0.iter().filter_map(|decoration| Decoration::from_u32(decoration.kind)) {
        if OF_POINTERS.contains(&kind) {
            f.warn(format!(
                "{kind:?} of the parameter {:?}, a {}, is kept, but is for pointers",
                param.name(),
                param.ty()
            ));
        }
    }
}

fn attached<'m>(value: Value<'m>, kind: &str) -> Option<Metadata<'m>> {
    value.has_metadata().then(|| value.metadata(kind)).flatten()
}

fn list(value: Value<'_>) -> Result<Option<Decorations>> {
    let Some(node) = attached(value, Decorations::NAME) else { return Ok(None) };
    let list = Decorations::read(&nodes::read(node));
    list.map(Some).map_err(|e| Error::of(Code::Metadata, format!("metadata !{}: {e}", Decorations::NAME)))
}

fn decorate_all(f: &mut Forward<'_>, id: Id, list: &Decorations) -> Result<()> {
    list.0.iter().try_for_each(|decoration| decorate(f, id, decoration))
}

/// `OpDecorate`.
pub fn decorate(f: &mut Forward<'_>, id: Id, decoration: &md::Decoration) -> Result<()> {
    let (kind, words) = ready(f, decoration)?;
    f.spv.decorate(id, kind, &words)
}

/// `OpMemberDecorate`.
pub fn decorate_member(f: &mut Forward<'_>, id: Id, member: u32, decoration: &md::Decoration) -> Result<()> {
    let (kind, words) = ready(f, decoration)?;
    f.spv.member_decorate(id, member, kind, &words)
}

/// Returns a decoration with its operands as words, after declaring its requirements.
fn ready(f: &mut Forward<'_>, decoration: &md::Decoration) -> Result<(Decoration, Vec<u32>)> {
    let unknown =
        || Error::of(Code::Decoration, format!("the decoration {}, which the grammar does not have", decoration.kind));
    let row = grammar::enumerant(Kind::Decoration, decoration.kind).ok_or_else(unknown)?;
    let kind = Decoration::from_u32(decoration.kind).ok_or_else(unknown)?;
    let words = operands(f, row, decoration)?;
    require_enabling(f, Kind::Decoration, row.value);
    availability::require(f, &row.requires, || format!("the decoration {}", row.name))?;
    if kind == Decoration::LinkageAttributes {
        f.spv.require(Capability::Linkage);
    }
    Ok((kind, words))
}

/// Returns the words of the operands, encoded by the grammar.
fn operands(f: &mut Forward<'_>, row: &'static Enumerant, decoration: &md::Decoration) -> Result<Vec<u32>> {
    let (mut words, mut given) = (Vec::new(), decoration.operands.iter());
    for slot in row.parameters {
        let count = match slot {
            Slot::One(_) if given.len() == 0 => return Err(misfit(row, "an operand is missing")),
            Slot::One(_) => 1,
            Slot::Optional(_) => given.len().min(1),
            Slot::Many(_) => given.len(),
        };
        for operand in given.by_ref().take(count) {
            push(f, row, slot.kind(), operand, &mut words)?;
        }
    }
    // The Khronos translator passes over operands of decorations that have none.
    let is_passed_over = f.options.policy.ignores_surplus_operands && row.parameters.is_empty();
    if given.len() > 0 && !is_passed_over { Err(misfit(row, "one operand too many")) } else { Ok(words) }
}

fn push(
    f: &mut Forward<'_>,
    row: &'static Enumerant,
    kind: Kind,
    operand: &md::Operand,
    words: &mut Vec<u32>,
) -> Result<()> {
    match (kind, operand) {
        (Kind::LiteralString, md::Operand::String(text)) => write::string(words, text),
        (Kind::LiteralString, md::Operand::Int(_)) => return Err(misfit(row, "an operand is no string")),
        (_, md::Operand::String(_)) => return Err(misfit(row, "an operand is no integer")),
        (_, md::Operand::Int(_)) if kind.info().category == Category::Id => {
            return Err(Error::of(Code::Decoration, format!("the decoration {}, whose operand is an id", row.name)));
        }
        (_, md::Operand::Int(word)) => {
            if kind.info().category == Category::Enum && grammar::enumerant(kind, *word).is_none() {
                return Err(misfit(row, &format!("{} {word} is not known", kind.info().name)));
            }
            require_enabling(f, kind, *word);
            availability::require_operand(f, kind, *word, row.name)?;
            words.push(*word);
        }
    }
    Ok(())
}

fn misfit(row: &Enumerant, why: &str) -> Error {
    Error::of(Code::Metadata, format!("the decoration {}: {why}", row.name))
}
