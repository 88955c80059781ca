//! Decorations whose operands are ids of constants (SPIR-V 3.42.3 `OpDecorateId`).
//!
//! In LLVM IR: `!spirv.DecorateId` of an instruction, a global or a function, and `!spirv.ParameterDecorateId` of a
//! function, with a list for each parameter. A list has a node for each decoration, `!{i32 decoration, operands...}`,
//! with operands as those of [`listed`]. LLVM attributes such as `align` and `dereferenceable` have the default values.
//! `AlignmentId` and `MaxByteOffsetId` of an ordinary constant are numbers ([`super::numbers`]).

use super::require_enabling;
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Category, Kind};
use crate::binary::{DecorationView, Function};
use crate::concepts::base::spec_nodes;
use crate::error::{Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Decoration, Op};

/// The attachment of a decorated instruction, global or function.
const NAME: &str = "spirv.DecorateId";

/// The attachment of a function for its parameters.
const PARAMETERS: &str = "spirv.ParameterDecorateId";

// --- LLVM to SPIR-V ---

/// Returns whether the metadata of an instruction, a global or a function state a decoration.
pub fn says(value: Value<'_>, decoration: Decoration) -> bool {
    attached(value, NAME).is_some_and(|list| has(list, decoration))
}

/// Returns whether the metadata of a function state a decoration of a parameter.
pub fn says_of_parameter(function: Value<'_>, index: u32, decoration: Decoration) -> bool {
    let lists = attached(function, PARAMETERS).map(Metadata::operands).unwrap_or_default();
    lists.get(index as usize).copied().flatten().is_some_and(|list| has(list, decoration))
}

fn attached<'m>(value: Value<'m>, name: &str) -> Option<Metadata<'m>> {
    value.has_metadata().then(|| value.metadata(name)).flatten()
}

fn has(list: Metadata<'_>, decoration: Decoration) -> bool {
    list.operands().into_iter().flatten().any(|node| kind(node) == Some(decoration as u32))
}

/// The number of the decoration that a node states.
fn kind(node: Metadata<'_>) -> Option<u32> {
    let number = node.operands().first().copied().flatten()?.as_value()?.int_value()?;
    u32::try_from(number).ok()
}

/// Makes the constants of the decorations of a global, which must be defined before it (SPIR-V 3.42.3 `OpDecorateId`).
pub fn forward_constants<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<()> {
    let nodes = attached(global, NAME).map(Metadata::operands).unwrap_or_default();
    let constants = nodes.into_iter().flatten().flat_map(|node| node.operands().into_iter().skip(1));
    constants.map(|one| spec_nodes::operand(f, one)).try_for_each(|one| one.map(drop))
}

/// Decorates `id` with the decorations of an instruction, a global or a function.
pub fn forward<'m>(f: &mut Forward<'m>, value: Value<'m>, id: Id) -> Result<()> {
    attached(value, NAME).map_or(Ok(()), |list| decorate_all(f, id, list))
}

/// The decorations of the parameters of a function.
pub fn forward_parameters<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<()> {
    let Some(lists) = attached(function, PARAMETERS).map(Metadata::operands) else { return Ok(()) };
    for (param, list) in function.params().zip(lists) {
        if let (Some(operand), Some(list)) = (f.body.values.get(&param).copied(), list) {
            decorate_all(f, operand.id, list)?;
        }
    }
    Ok(())
}

fn decorate_all<'m>(f: &mut Forward<'m>, id: Id, list: Metadata<'m>) -> Result<()> {
    list.operands().into_iter().flatten().try_for_each(|node| decorate(f, id, node))
}

/// `OpDecorateId`.
fn decorate<'m>(f: &mut Forward<'m>, id: Id, node: Metadata<'m>) -> Result<()> {
    let row = kind(node).and_then(|kind| grammar::enumerant(Kind::Decoration, kind));
    let row = row.ok_or_else(|| Error::invalid(format!("metadata !{NAME}: there is no such decoration")))?;
    let operands = node.operands().into_iter().skip(1).map(|one| Ok(spec_nodes::operand(f, one)?.map(|one| one.id)));
    let Some(operands) = operands.collect::<Result<Option<Vec<_>>>>()? else {
        f.warn(format!("the decoration {} is dropped: its constant is gone", row.name));
        return Ok(());
    };
    let opcode = grammar::info_or_unknown(Op::DecorateId as u16);
    availability::require(f, &opcode.requires, || format!("the decoration {}", row.name))?;
    availability::require(f, &row.requires, || format!("the decoration {}", row.name))?;
    require_enabling(f, Kind::Decoration, row.value);
    f.spv.decorate_id(id, row.value, &operands)
}

// --- SPIR-V to LLVM ---

/// Attaches the decorations of `id` to the instruction, global or function that it is.
pub fn reverse<'m>(r: &mut Reverse<'m>, id: Id, value: Value<'m>) -> Result<()> {
    match list(r, id)? {
        Some(list) if value.is_instruction() => value.set_metadata(NAME, list),
        Some(list) if value.is_function() => value.set_function_metadata(NAME, list),
        Some(list) => value.set_global_metadata(NAME, list),
        None => Ok(()),
    }
}

/// Attaches the decorations of its parameters to a function.
pub fn reverse_parameters<'m>(r: &mut Reverse<'m>, function: Function<'m>, value: Value<'m>) -> Result<()> {
    let ids = function.parameters.iter().map(|param| param.result_id().unwrap_or_default());
    let lists = ids.map(|id| list(r, id)).collect::<Result<Vec<_>>>()?;
    match lists.iter().any(Option::is_some) {
        true => value.set_function_metadata(PARAMETERS, r.context.md_node(&lists)),
        false => Ok(()),
    }
}

fn list<'m>(r: &mut Reverse<'m>, id: Id) -> Result<Option<Metadata<'m>>> {
    if r.options.policy.annotates_decorations || !r.spv.decorates_by_id() || r.spv.is_plain(id) {
        return Ok(None);
    }
    let mut nodes = Vec::new();
    let spv = r.spv;
    for decoration in spv.decorations(id).filter(|decoration| decoration.instruction.opcode() == Op::DecorateId) {
        if is_listed(r, &decoration) {
            nodes.push(Some(node(r, &decoration)?));
        }
    }
    Ok((!nodes.is_empty()).then(|| r.context.md_node(&nodes)))
}

/// Returns whether a decoration has constants for operands and must be in metadata, since no LLVM attribute expresses it.
fn is_listed(r: &Reverse<'_>, decoration: &DecorationView<'_>) -> bool {
    let parameters = grammar::enumerant(Kind::Decoration, decoration.raw).map_or(&[][..], |row| row.parameters);
    let can_be_set = |id: &Id| r.spec_constants.has(*id);
    let is_constant = |id: &Id| can_be_set(id) || r.find_value(*id).is_some_and(Value::is_constant);
    parameters.iter().any(|slot| slot.kind().info().category == Category::Id)
        && match decoration.kind {
            Some(Decoration::AlignmentId | Decoration::MaxByteOffsetId) => decoration.operands.iter().any(can_be_set),
            _ => decoration.operands.iter().all(is_constant),
        }
}

fn node<'m>(r: &mut Reverse<'m>, decoration: &DecorationView<'_>) -> Result<Metadata<'m>> {
    let mut operands = vec![Some(r.context.md_int(32, decoration.raw.into())?)];
    for id in decoration.operands {
        spec_nodes::node(r, *id)?;
        operands.push(Some(spec_nodes::reverse_operand(r, *id)?));
    }
    Ok(r.context.md_node(&operands))
}
