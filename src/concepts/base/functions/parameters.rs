//! Attributes of parameters and results (SPIR-V 3.20 `FuncParamAttr`, `Alignment`, `MaxByteOffset`; 3.26 "Function
//! Parameter Attribute").
//!
//! In LLVM IR: attributes of the same meaning. Others are lost.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::concepts::base::decorations::{self, by_id};
use crate::environment::Feature;
use crate::error::Result;
use crate::llvm::{AttributeKind as K, AttributePlace, Value};
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Capability, Decoration, FunctionParameterAttribute as Attribute};

/// Parameter attributes that are the same on both sides. Of two that LLVM does not accept together (`zeroext signext`,
/// `readnone readonly`) the first one stays on the way back: `readnone` says more than `readonly`, and `byval` changes
/// what a program does, but `sret` only how a result is passed.
pub const ATTRIBUTES: &[(K, Attribute)] = &[
    (K::ZeroExt, Attribute::Zext),
    (K::SignExt, Attribute::Sext),
    (K::ByVal, Attribute::ByVal),
    (K::StructRet, Attribute::Sret),
    (K::NoAlias, Attribute::NoAlias),
    (K::Captures, Attribute::NoCapture),
    (K::ReadNone, Attribute::NoReadWrite),
    (K::ReadOnly, Attribute::NoWrite),
];

/// Returns the attributes that results have, too.
fn of_results() -> impl Iterator<Item = &'static (K, Attribute)> {
    ATTRIBUTES.iter().filter(|(_, attribute)| !is_of_pointers(*attribute))
}

fn is_of_pointers(attribute: Attribute) -> bool {
    !matches!(attribute, Attribute::Zext | Attribute::Sext)
}

// --- LLVM to SPIR-V ---

/// Decorates the parameter `id` of the number `index`; `qualifiers` are its entry in `kernel_arg_type_qual`. Attributes
/// and qualifiers are merged into one order, so that the output does not depend on which of the two has a decoration.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, index: u32, id: Id, qualifiers: &str) -> Result<()> {
    let place = AttributePlace::Param(index);
    let (has_attributes, qualified) = (function.has_attributes(place), qualifiers.split_whitespace());
    if !has_attributes && qualifiers.is_empty() || availability::is_foreign(f, Capability::Kernel) {
        return Ok(());
    }
    for (kind, attribute) in ATTRIBUTES {
        if has_attributes && says(function, place, *kind)
            || qualified.clone().any(|word| named(function, index, word) == Some(*attribute))
        {
            f.spv.decorate(id, Decoration::FuncParamAttr, &[*attribute as u32])?;
        }
    }
    let number = |kind| function.int_attribute(place, kind).and_then(|number| u32::try_from(number).ok());
    let align = function.param_alignment(index);
    if let Some(align) = align.filter(|_| !by_id::says_of_parameter(function, index, Decoration::AlignmentId)) {
        f.spv.decorate(id, Decoration::Alignment, &[align])?;
    }
    let is_by_id = by_id::says_of_parameter(function, index, Decoration::MaxByteOffsetId);
    let max_byte_offset = Feature::Enumerant(Kind::Decoration, Decoration::MaxByteOffset as u32);
    match number(K::Dereferenceable).filter(|_| !is_by_id) {
        Some(size) if availability::raise(f, max_byte_offset) => f.spv.decorate(id, Decoration::MaxByteOffset, &[size]),
        _ => Ok(()),
    }
}

/// Returns the attribute for a qualifier of OpenCL C. `const` adds nothing to `readnone`: consumers that translate both
/// get `readnone readonly`, which LLVM refuses.
pub fn named(function: Value<'_>, index: u32, qualifier: &str) -> Option<Attribute> {
    match qualifier {
        "restrict" => Some(Attribute::NoAlias),
        "const" if function.has_attribute(AttributePlace::Param(index), K::ReadNone) => None,
        "const" => Some(Attribute::NoWrite),
        _ => None,
    }
}

/// Returns whether a function or call has the LLVM form of the attribute. `captures` means `NoCapture` only as
/// `captures(none)`.
pub fn says(function: Value<'_>, place: AttributePlace, kind: K) -> bool {
    function.has_attribute(place, kind) && (kind != K::Captures || function.int_attribute(place, kind) == Some(0))
}

/// Translates the attributes of the return value of the function `id`.
pub fn forward_return<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    for (kind, attribute) in of_results() {
        if function.has_attribute(AttributePlace::Return, *kind) {
            f.spv.decorate(id, Decoration::FuncParamAttr, &[*attribute as u32])?;
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Returns whether a parameter has a decoration as an attribute.
pub fn says_of_parameter(function: Value<'_>, index: u32, decoration: Decoration, operand: Option<u32>) -> bool {
    let place = AttributePlace::Param(index);
    let number = |kind| operand.is_some() && function.int_attribute(place, kind) == operand.map(u64::from);
    match decoration {
        Decoration::FuncParamAttr => has_row(function, place, operand),
        Decoration::Alignment => number(K::Align),
        Decoration::MaxByteOffset => number(K::Dereferenceable),
        _ => false,
    }
}

/// Returns whether a function has an attribute of its result as an attribute.
pub fn says_of_result(function: Value<'_>, attribute: Option<u32>) -> bool {
    has_row(function, AttributePlace::Return, attribute)
}

fn has_row(function: Value<'_>, place: AttributePlace, attribute: Option<u32>) -> bool {
    let row = ATTRIBUTES.iter().find(|(_, row)| Some(*row as u32) == attribute);
    row.is_some_and(|(kind, _)| function.has_attribute(place, *kind))
}

/// Returns the rows for the `FuncParamAttr` decorations of a parameter or function, in the order of [`ATTRIBUTES`].
fn rows_of<'m>(r: &Reverse<'m>, id: Id) -> impl Iterator<Item = &'static (K, Attribute)> + use<'m> {
    let decorations = r.spv.decorations_of(id, Decoration::FuncParamAttr);
    let bit = |attribute: u32| 1u32.checked_shl(attribute).unwrap_or(0);
    let said = decorations.into_iter().filter_map(|decoration| decoration.operands.first().copied());
    let said = said.fold(0, |all, attribute| all | bit(attribute));
    ATTRIBUTES.iter().filter(move |(_, row)| said & bit(*row as u32) != 0)
}

/// Translates the decorations of the result of the function `id`.
pub fn reverse_return<'m>(r: &mut Reverse<'m>, id: Id, function: Value<'m>) -> Result<()> {
    let place = AttributePlace::Return;
    for (kind, attribute) in rows_of(r, id) {
        match !is_of_pointers(*attribute) && function.takes_attribute(place, *kind) {
            true => function.add_attribute(place, kind.name(), 0)?,
            false => warn(r, function, &format!("FuncParamAttr {attribute:?} of the result")),
        }
    }
    Ok(())
}

/// Translates `OpFunctionParameter`: the parameter of the number `index`, and its decorations as attributes. A
/// decoration that LLVM does not accept there, or not beside an earlier one in [`ATTRIBUTES`], is left to metadata.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: Value<'m>, index: u32, inst: Instruction<'m>) -> Result<()> {
    let param = function.param(index).ok_or_else(|| inst.error("the function has more parameters than its type"))?;
    r.define(inst, param)?;
    let place = AttributePlace::Param(index);
    let id = inst.result_id().unwrap_or_default();
    for (kind, attribute) in rows_of(r, id) {
        if !reverse_attribute(r, function, place, inst, (*kind, *attribute))? {
            warn(r, function, &format!("FuncParamAttr {attribute:?} of parameter {index}"));
        }
    }
    if !param.ty().is_pointer() {
        return Ok(());
    }
    if let Some(alignment) = decorations::numbers::alignment(r, id) {
        function.add_attribute(place, "align", alignment.into())?;
    }
    match decorations::numbers::max_byte_offset(r, id) {
        Some(size) if size != 0 => function.add_attribute(place, "dereferenceable", size.into()),
        _ => Ok(()),
    }
}

/// Warns that a decoration is dropped, if the function has no metadata for it.
fn warn<'m>(r: &mut Reverse<'m>, function: Value<'m>, what: &str) {
    if !decorations::reverse::has_parameter_metadata(r, function) {
        r.warn(format!("{what} of {:?} is dropped: LLVM takes no such attribute there", function.name()));
    }
}

/// Adds the attribute; returns whether LLVM takes it.
fn reverse_attribute<'m>(
    r: &Reverse<'m>,
    function: Value<'m>,
    place: AttributePlace,
    inst: Instruction<'m>,
    (kind, attribute): (K, Attribute),
) -> Result<bool> {
    if !function.takes_attribute(place, kind) {
        return Ok(false);
    }
    if !matches!(attribute, Attribute::ByVal | Attribute::Sret) {
        return function.add_attribute(place, kind.name(), 0).map(|()| true);
    }
    let pointee = r.ty(r.pointee(inst.result_type().unwrap_or_default())?)?;
    let is_taken = r.module.passes_by_value(pointee);
    if is_taken {
        function.add_type_attribute(place, kind.name(), pointee)?;
    }
    Ok(is_taken)
}
