//! Attributes of parameters and results (SPIR-V 3.20 `FuncParamAttr`, `Alignment`, `MaxByteOffset`; 3.26 "Function Parameter
//! Attribute").
//!
//! In LLVM IR: attributes of the same meaning. Others are lost.

use crate::concepts::decorations;
use crate::error::Result;
use crate::llvm::{AttributeKind as K, AttributePlace, Type, Value};
use crate::options::Version;
use crate::spirv::Instruction;
use crate::spirv::builder::Id;
use crate::state::{Forward, Reverse};
use ::spirv::{Decoration, FunctionParameterAttribute as Attribute};

/// Parameter attributes that are the same on both sides.
pub const ATTRIBUTES: &[(K, Attribute)] = &[
    (K::ZeroExt, Attribute::Zext),
    (K::SignExt, Attribute::Sext),
    (K::ByVal, Attribute::ByVal),
    (K::StructRet, Attribute::Sret),
    (K::NoAlias, Attribute::NoAlias),
    (K::Captures, Attribute::NoCapture),
    (K::ReadOnly, Attribute::NoWrite),
    (K::ReadNone, Attribute::NoReadWrite),
];

/// `MaxByteOffset`, which says what `dereferenceable` says, came then.
const SINCE_MAX_BYTE_OFFSET: Version = Version::new(1, 1);

/// Those that a result has, too.
fn of_results() -> impl Iterator<Item = &'static (K, Attribute)> {
    ATTRIBUTES.iter().filter(|(_, attribute)| !is_of_pointers(*attribute))
}

fn is_of_pointers(attribute: Attribute) -> bool {
    !matches!(attribute, Attribute::Zext | Attribute::Sext)
}

// --- LLVM to SPIR-V ---

/// The decorations of the parameter `id` of the number `index`; `qualifiers` are those of `kernel_arg_type_qual`. What both
/// attributes and qualifiers say is in one order, so that it does not matter which of them says it.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, index: u32, id: Id, qualifiers: &str) -> Result<()> {
    let place = AttributePlace::Param(index);
    let (has_attributes, qualified) = (function.has_attributes(place), qualifiers.split_whitespace());
    if !has_attributes && qualifiers.is_empty() {
        return Ok(());
    }
    for (kind, attribute) in ATTRIBUTES {
        if has_attributes && says(function, place, *kind)
            || qualified.clone().any(|word| named(word) == Some(*attribute))
        {
            f.spv.decorate(id, Decoration::FuncParamAttr, &[*attribute as u32])?;
        }
    }
    let number = |kind| function.int_attribute(place, kind).and_then(|number| u32::try_from(number).ok());
    if let Some(align) = function.param_alignment(index) {
        f.spv.decorate(id, Decoration::Alignment, &[align])?;
    }
    match number(K::Dereferenceable).filter(|_| f.options.max_version >= SINCE_MAX_BYTE_OFFSET) {
        Some(size) => {
            f.spv.require_version(SINCE_MAX_BYTE_OFFSET);
            f.spv.decorate(id, Decoration::MaxByteOffset, &[size])
        }
        None => Ok(()),
    }
}

/// The attribute that a qualifier of OpenCL C is.
pub fn named(qualifier: &str) -> Option<Attribute> {
    match qualifier {
        "restrict" => Some(Attribute::NoAlias),
        "const" => Some(Attribute::NoWrite),
        _ => None,
    }
}

/// Does a function or call say what the attribute of SPIR-V says? `captures` means `NoCapture` only where it says
/// `captures(none)`.
fn says(function: Value<'_>, place: AttributePlace, kind: K) -> bool {
    function.has_attribute(place, kind) && (kind != K::Captures || function.int_attribute(place, kind) == Some(0))
}

/// What the function `id` says of what it returns.
pub fn forward_return<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    for (kind, attribute) in of_results() {
        if function.has_attribute(AttributePlace::Return, *kind) {
            f.spv.decorate(id, Decoration::FuncParamAttr, &[*attribute as u32])?;
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// What the function `id` says of its result.
pub fn reverse_return<'m>(r: &Reverse<'m>, id: Id, function: Value<'m>) -> Result<()> {
    for decoration in r.spv.decorations_of(id, Decoration::FuncParamAttr) {
        let attribute = decoration.operands.first().and_then(|attribute| Attribute::from_u32(*attribute));
        let row = of_results().find(|(_, spirv)| Some(*spirv) == attribute);
        if let Some((name, _)) = row {
            function.add_attribute(AttributePlace::Return, name.name(), 0)?;
        }
    }
    Ok(())
}

/// `OpFunctionParameter`: the parameter of the number `index`, and its decorations as attributes.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: Value<'m>, index: u32, inst: Instruction<'m>) -> Result<()> {
    let param = function.param(index).ok_or_else(|| inst.error("the function has more parameters than its type"))?;
    r.define(inst, param)?;
    let place = AttributePlace::Param(index);
    let id = inst.result_id().unwrap_or_default();
    for decoration in r.spv.decorations_of(id, Decoration::FuncParamAttr) {
        let attribute = decoration.operands.first().copied().unwrap_or(0);
        reverse_attribute(r, function, place, inst, attribute)?;
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

fn reverse_attribute<'m>(
    r: &Reverse<'m>,
    function: Value<'m>,
    place: AttributePlace,
    inst: Instruction<'m>,
    attribute: u32,
) -> Result<()> {
    let attribute = Attribute::from_u32(attribute);
    let Some((name, attribute)) = ATTRIBUTES.iter().find(|(_, row)| Some(*row) == attribute) else {
        return Ok(());
    };
    match attribute {
        _ if is_of_pointers(*attribute) && !r.result_ty(inst)?.is_pointer() => Ok(()),
        // LLVM insists that nothing else is returned then.
        Attribute::Sret if function.function_type().and_then(Type::function_return) != Some(r.context.void_type()) => {
            Ok(())
        }
        Attribute::ByVal | Attribute::Sret => {
            let pointee = r.ty(r.pointee(inst.result_type().unwrap_or_default())?)?;
            function.add_type_attribute(place, name.name(), pointee)
        }
        _ => function.add_attribute(place, name.name(), 0),
    }
}
