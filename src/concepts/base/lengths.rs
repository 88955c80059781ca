//! Arrays whose length is a specialization constant (SPIR-V 3.42.6 `OpTypeArray`).
//!
//! In LLVM IR: an array with the default as its length. A variable of the module or of a function whose type contains
//! such an array has the lengths attached as `!spirv.ArrayLengths`, a tree of the shape of the type: `!{length,
//! element}` for an array, `!{members...}` for a structure, null for a type without such lengths, and `length` is a
//! node of [`super::spec_nodes`]. `!spirv.ParameterArrayLengths` of a function has `!{T undef, lengths}` for each
//! parameter that points to such a type, else null. Access chains that start at such a variable or parameter step over
//! its type. Values of such types have the default, with a warning.

use super::spec_nodes;
use crate::binary::builder::Id;
use crate::binary::{Function, Instruction, Op};
use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::{Metadata, Type, Value, ValueKind};
use crate::state::slots::spec_constants::Sized;
use crate::state::{Forward, Reverse};
use ::spirv::Decoration;

/// The attachment of a variable.
const NAME: &str = "spirv.ArrayLengths";

/// The attachment of a function for its parameters.
const PARAMETERS: &str = "spirv.ParameterArrayLengths";

// --- LLVM to SPIR-V ---

/// Returns the value type of a variable with the lengths attached to it, if they match `ty`.
pub fn of_variable<'m>(f: &mut Forward<'m>, variable: Value<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    if !variable.has_metadata() {
        return Ok(None);
    }
    variable.metadata(NAME).map_or(Ok(None), |lengths| forward(f, ty, lengths))
}

/// Returns the pointee type of a parameter with the lengths that the function has attached for it, if they match.
pub fn of_parameter<'m>(f: &mut Forward<'m>, function: Value<'m>, index: u32) -> Result<Option<Id>> {
    if !function.has_metadata() {
        return Ok(None);
    }
    let lists = function.metadata(PARAMETERS).map(Metadata::operands);
    let Some(node) = lists.and_then(|lists| lists.get(index as usize).copied().flatten()) else { return Ok(None) };
    match node.operands().as_slice() {
        [Some(carrier), Some(lengths)] => match carrier.as_value() {
            Some(carrier) => forward(f, carrier.ty(), *lengths),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Returns the SPIR-V type of an LLVM type with these lengths; none if they do not match.
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>, lengths: Metadata<'m>) -> Result<Option<Id>> {
    if let Some(id) = f.spec_constants.by_lengths.get(&(ty, lengths)) {
        return Ok(Some(*id));
    }
    let made = f.nested(|f| match lengths.operands().as_slice() {
        [length, element] if ty.is_array() => array(f, ty, *length, *element),
        members if ty.is_struct() && members.len() == ty.field_count() as usize => structure(f, ty, members),
        _ => Ok(None),
    })?;
    let Some((id, parts)) = made else { return Ok(None) };
    f.spec_constants.by_lengths.insert((ty, lengths), id);
    f.spec_constants.sized.insert(id, Sized { ty, parts });
    Ok(Some(id))
}

type Made = Option<(Id, Vec<Id>)>;

fn array<'m>(
    f: &mut Forward<'m>,
    ty: Type<'m>,
    length: Option<Metadata<'m>>,
    element: Option<Metadata<'m>>,
) -> Result<Made> {
    let Some(inner) = ty.element() else { return Ok(None) };
    let Some(inner) = part(f, inner, element)? else { return Ok(None) };
    let id = match length {
        Some(_) => match spec_nodes::operand(f, length)? {
            Some(length) => f.spv.unique_type(Op::TypeArray, &[inner, length.id])?,
            None => return Ok(None),
        },
        None => types::array_of(f, inner, ty.count().max(1))?,
    };
    Ok(Some((id, vec![inner])))
}

fn structure<'m>(f: &mut Forward<'m>, ty: Type<'m>, lengths: &[Option<Metadata<'m>>]) -> Result<Made> {
    let mut members = Vec::with_capacity(lengths.len());
    for (field, lengths) in ty.struct_fields().into_iter().zip(lengths) {
        let Some(member) = part(f, field, *lengths)? else { return Ok(None) };
        members.push(member);
    }
    let id = f.spv.global(Op::TypeStruct, None, &members)?;
    f.spv.name(id, ty.struct_name().unwrap_or_default())?;
    if ty.is_packed() {
        f.spv.decorate(id, Decoration::CPacked, &[])?;
    }
    Ok(Some((id, members)))
}

fn part<'m>(f: &mut Forward<'m>, ty: Type<'m>, lengths: Option<Metadata<'m>>) -> Result<Option<Id>> {
    match lengths {
        Some(lengths) => forward(f, ty, lengths),
        None => types::forward(f, ty).map(Some),
    }
}

/// Translates a constant in an initialiser to a type with specialised lengths.
pub fn constant<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    let Some(Sized { parts, .. }) = f.spec_constants.sized.get(&ty).cloned() else {
        return constants::stored(f, value);
    };
    if value.kind() == ValueKind::AggregateZero {
        return constants::null(f, ty);
    }
    let count = if value.ty().is_struct() { value.ty().field_count().into() } else { value.ty().count() };
    let mut members = Vec::new();
    for index in 0..u32::try_from(count).unwrap_or(u32::MAX) {
        let Some(member) = value.aggregate_element(index) else { break };
        let Some(part) = parts.get(index as usize).or(parts.first()).copied() else { break };
        members.push(f.nested(|f| constant(f, member, part))?);
    }
    f.spv.unique_constant(Op::ConstantComposite, ty, &members)
}

/// Returns the type of the element or member that an index selects from a type with specialised lengths.
pub fn part_of(f: &Forward<'_>, ty: Id, index: Value<'_>) -> Option<Id> {
    let Sized { ty, parts } = f.spec_constants.sized.get(&ty)?;
    match ty.is_struct() {
        true => parts.get(usize::try_from(index.int_value()?).ok()?).copied(),
        false => parts.first().copied(),
    }
}

// --- SPIR-V to LLVM ---

/// Notes an array type whose length is a specialization constant.
pub fn note(r: &mut Reverse<'_>, array: Id, length: Id) {
    if r.spec_constants.has(length) {
        r.spec_constants.sized.insert(array);
    }
}

/// Attaches the lengths in the value type of a variable.
pub fn attach<'m>(r: &mut Reverse<'m>, variable: Value<'m>, ty: Id) -> Result<()> {
    match reverse(r, ty)? {
        Some(lengths) if variable.is_instruction() => variable.set_metadata(NAME, lengths),
        Some(lengths) => variable.set_global_metadata(NAME, lengths),
        None => Ok(()),
    }
}

/// Attaches to a function the lengths in the pointee types of its parameters.
pub fn attach_parameters<'m>(r: &mut Reverse<'m>, function: Function<'m>, value: Value<'m>) -> Result<()> {
    if r.spec_constants.sized.is_empty() {
        return Ok(());
    }
    let nodes = function.parameters.iter().map(|param| parameter(r, *param)).collect::<Result<Vec<_>>>()?;
    match nodes.iter().any(Option::is_some) {
        true => value.set_function_metadata(PARAMETERS, r.context.md_node(&nodes)),
        false => Ok(()),
    }
}

fn parameter<'m>(r: &mut Reverse<'m>, param: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
    let Ok(pointee) = r.pointee(param.result_type().unwrap_or_default()) else { return Ok(None) };
    let Some(lengths) = reverse(r, pointee)? else { return Ok(None) };
    let carrier = r.context.md_value(r.context.undef(r.ty(pointee)?)?)?;
    Ok(Some(r.context.md_node(&[Some(carrier), Some(lengths)])))
}

/// Returns the lengths in a type; none if no length is a specialization constant.
pub fn reverse<'m>(r: &mut Reverse<'m>, ty: Id) -> Result<Option<Metadata<'m>>> {
    if r.spec_constants.sized.is_empty() {
        return Ok(None);
    }
    if let Some(known) = r.spec_constants.lengths.get(&ty) {
        return Ok(*known);
    }
    let Some(definition) = r.spv.definition(ty) else { return Ok(None) };
    let (has_length, parts) = match (definition.opcode(), definition.in_operands()) {
        (Op::TypeArray, [element, length]) => {
            let length = if r.spec_constants.sized.contains(&ty) { spec_nodes::node(r, *length)? } else { None };
            (length.is_some(), vec![length, reverse(r, *element)?])
        }
        (Op::TypeStruct, members) => {
            (false, members.iter().map(|member| reverse(r, *member)).collect::<Result<Vec<_>>>()?)
        }
        _ => return Ok(None),
    };
    let is_sized = has_length || parts.iter().any(Option::is_some);
    let lengths = is_sized.then(|| r.context.md_node(&parts));
    r.spec_constants.lengths.insert(ty, lengths);
    Ok(lengths)
}

/// Warns of a function that has values of types with specialised lengths.
pub fn warn(r: &mut Reverse<'_>, function: Function<'_>) -> Result<()> {
    if r.spec_constants.sized.is_empty() {
        return Ok(());
    }
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        if let Some(ty) = inst.result_type()
            && reverse(r, ty)?.is_some()
        {
            r.warn("a value is an array whose length is a specialization constant: it has its default there");
        }
    }
    Ok(())
}
