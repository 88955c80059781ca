//! Work-item builtins (SPIR-V 3.21 "BuiltIn"): variables with the position of a work-item in its grid.
//!
//! In SPIR-V: variables of class `Input` with the decoration `BuiltIn`, whose loads are mostly followed by extractions
//! of components. In LLVM IR, one call for each number:
//!
//! | | a component | a number |
//! | --- | --- | --- |
//! | friendly IR (S3-54, S3-55) | `__spirv_BuiltInGlobalInvocationId(int)` | `__spirv_BuiltInGlobalLinearId()` |
//! | OpenCL C | `get_global_id(uint)` | `get_global_linear_id()` |
//!
//! OpenCL C returns 0 or 1 for a dimension that does not exist; that is an `OpSelect` in SPIR-V. A vector that is used
//! as a whole becomes three calls and `insertelement`s on the way back (S3-56), and such a chain becomes one load on
//! the way forward. Masks of subgroups are vectors that one call returns. Globals `@__spirv_BuiltInGlobalInvocationId`
//! (S3-58) are read too, and written if the options ask for them.

pub(crate) mod chains;
mod globals;
mod places;
mod reverse;
#[cfg(test)]
mod tests;

pub use chains::find_chains;
pub use globals::{forward_global, forward_load, is_global, wrong_load};

use crate::binary::Id;
use crate::binary::grammar::Kind;
use crate::concepts::base::{constants, pointers, types, values};
use crate::concepts::instructions::compare;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::options::Options;
use crate::state::{BuiltinVariable, Chapter, Forward, Interceptor, Late, Lower, Operand, Scope, lower};
use ::spirv::{BuiltIn, Capability, Decoration, LinkageType, MemoryAccess, Op, StorageClass};
use llvm_spirv_mangling::Name;

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Three integers as wide as an address, with the number that OpenCL C returns for other dimensions.
    Sizes(u64),
    /// An integer as wide as an address.
    Size,
    /// An integer of 32 bits.
    Word,
    /// Four integers of 32 bits, with a bit for each work-item of a subgroup.
    Mask,
}

/// Rows: name in OpenCL C, builtin, type.
const ROWS: &[(&str, BuiltIn, Shape)] = &[
    ("get_work_dim", BuiltIn::WorkDim, Shape::Word),
    ("get_global_size", BuiltIn::GlobalSize, Shape::Sizes(1)),
    ("get_global_id", BuiltIn::GlobalInvocationId, Shape::Sizes(0)),
    ("get_local_size", BuiltIn::WorkgroupSize, Shape::Sizes(1)),
    ("get_enqueued_local_size", BuiltIn::EnqueuedWorkgroupSize, Shape::Sizes(1)),
    ("get_local_id", BuiltIn::LocalInvocationId, Shape::Sizes(0)),
    ("get_num_groups", BuiltIn::NumWorkgroups, Shape::Sizes(1)),
    ("get_group_id", BuiltIn::WorkgroupId, Shape::Sizes(0)),
    ("get_global_offset", BuiltIn::GlobalOffset, Shape::Sizes(0)),
    ("get_global_linear_id", BuiltIn::GlobalLinearId, Shape::Size),
    ("get_local_linear_id", BuiltIn::LocalInvocationIndex, Shape::Size),
    ("get_sub_group_size", BuiltIn::SubgroupSize, Shape::Word),
    ("get_max_sub_group_size", BuiltIn::SubgroupMaxSize, Shape::Word),
    ("get_num_sub_groups", BuiltIn::NumSubgroups, Shape::Word),
    ("get_enqueued_num_sub_groups", BuiltIn::NumEnqueuedSubgroups, Shape::Word),
    ("get_sub_group_id", BuiltIn::SubgroupId, Shape::Word),
    ("get_sub_group_local_id", BuiltIn::SubgroupLocalInvocationId, Shape::Word),
    ("get_sub_group_eq_mask", BuiltIn::SubgroupEqMask, Shape::Mask),
    ("get_sub_group_ge_mask", BuiltIn::SubgroupGeMask, Shape::Mask),
    ("get_sub_group_gt_mask", BuiltIn::SubgroupGtMask, Shape::Mask),
    ("get_sub_group_le_mask", BuiltIn::SubgroupLeMask, Shape::Mask),
    ("get_sub_group_lt_mask", BuiltIn::SubgroupLtMask, Shape::Mask),
];

/// The number of dimensions.
pub(crate) const DIMENSIONS: u32 = 3;

/// The number of words in a mask.
const MASK_WORDS: u32 = 4;

/// The prefix of the names of variables and of their getters.
const PREFIX: &str = "__spirv_BuiltIn";

fn row(builtin: BuiltIn) -> Option<&'static (&'static str, BuiltIn, Shape)> {
    ROWS.iter().find(|row| row.1 == builtin)
}

/// Returns the variable with this name, which is also that of its getter. Names of masks once ended with `KHR`, the
/// vendor of their extension.
fn by_name(name: &str) -> Option<BuiltIn> {
    let name = name.strip_prefix(PREFIX)?;
    name.strip_suffix("KHR").unwrap_or(name).parse().ok()
}

/// Returns the name of a variable; the Khronos translator has the older names of masks.
fn name(builtin: BuiltIn, options: &Options) -> String {
    let is_mask = row(builtin).is_some_and(|row| row.2 == Shape::Mask);
    let vendor = if is_mask && options.policy.names_masks_of_vendor { "KHR" } else { "" };
    format!("{PREFIX}{builtin:?}{vendor}")
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    scope: Scope::Physical,
    declarations: &[(&[Op::SpecConstantOp], reverse::reverse_spec_constant_op)],
    forward_insert_element: Some(chains::forward_insert_element),
    intercept: Some(Interceptor {
        applies: |r| !r.builtin_places.is_empty(),
        translate: |r, inst| Ok(places::reverse_pointer(r, inst)),
    }),
    reverse_load: Some(reverse::reverse_load),
    reverse_extract: Some(reverse::reverse_extract),
    resolve: Some(resolve),
    find_chains: Some(find_chains),
    forward_global: Some(forward_global),
    forward_load: Some(forward_load),
    reverse_variable: Some(reverse::reverse_declared),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the builtin for a name of OpenCL C that takes a dimension, and the number for dimensions that do not exist.
pub fn dimension(name: &Name) -> Option<(BuiltIn, u64)> {
    let (_, builtin, shape) = ROWS.iter().find(|row| row.0 == name.base && by_name(&name.base).is_none())?;
    match *shape {
        Shape::Sizes(other) => Some((*builtin, other)),
        _ => None,
    }
}

/// Returns the lowering of the builtin that reads the variable with this name.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some(builtin) = by_name(&name.base) {
        return lower(move |f, inst, _| forward_friendly(f, inst, builtin));
    }
    let (_, builtin, shape) = ROWS.iter().find(|row| row.0 == name.base)?;
    match *shape {
        Shape::Sizes(other) => lower(move |f, inst, _| forward_dimension(f, inst, *builtin, other)),
        _ => lower(move |f, inst, _| forward_whole(f, inst, *builtin)),
    }
}

/// The width of a variable's components, and their number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    width: u32,
    lanes: u32,
}

impl Form {
    /// Returns the form of an LLVM type; `lanes` is the number of components if `ty` is the type of one component.
    pub(crate) fn of(ty: Type<'_>, lanes: Option<u32>) -> Self {
        let count = if ty.is_vector() { u32::try_from(ty.count()).unwrap_or(u32::MAX) } else { 1 };
        Self { width: ty.scalar().int_width(), lanes: lanes.unwrap_or(count) }
    }

    /// Returns the form of a row. In Khronos mode the width of the first call's result stands for that of an address.
    fn of_shape(f: &Forward<'_>, shape: Shape, wanted: Self) -> Self {
        let size = match f.options.policy.declares_builtin_variables_first && wanted.width > 0 {
            true => wanted.width,
            false => compare::address_width(f),
        };
        match shape {
            Shape::Word => Self { width: 32, lanes: 1 },
            Shape::Size => Self { width: size, lanes: 1 },
            Shape::Sizes(_) => Self { width: size, lanes: DIMENSIONS },
            Shape::Mask => Self { width: 32, lanes: MASK_WORDS },
        }
    }
}

/// Returns the variable of a builtin, declared at its first use; `wanted` is its form if it has no row.
pub(crate) fn variable(f: &mut Forward<'_>, builtin: BuiltIn, wanted: Form) -> Result<BuiltinVariable> {
    if let Some(variable) = f.builtin_variables.get(&(builtin as u32)).copied() {
        f.body.inputs.insert(variable.pointer.id);
        return Ok(variable);
    }
    let form = row(builtin).map_or(wanted, |row| Form::of_shape(f, row.2, wanted));
    if form.width == 0 {
        return Err(Error::of(Code::Builtin, format!("the builtin variable {builtin:?}")));
    }
    let component = types::int(f, form.width)?;
    let variable = declare(f, builtin, component, form, StorageClass::Input)?;
    f.body.inputs.insert(variable.pointer.id);
    Ok(variable)
}

/// `OpVariable` with its decorations.
fn declare(
    f: &mut Forward<'_>,
    builtin: BuiltIn,
    component: Id,
    form: Form,
    class: StorageClass,
) -> Result<BuiltinVariable> {
    let value_type = if form.lanes > 1 { types::vector_of(f, component, form.lanes)? } else { component };
    let ty = pointers::pointer_type(f, class, value_type)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[class as u32])?;
    f.spv.name(id, &name(builtin, f.options))?;
    f.spv.decorate(id, Decoration::BuiltIn, &[builtin as u32])?;
    f.spv.decorate(id, Decoration::Constant, &[])?;
    crate::concepts::base::decorations::require_enabling(f, Kind::BuiltIn, builtin as u32);
    f.variables.push(id);
    let is_input = class == StorageClass::Input;
    let Form { width, lanes } = form;
    let variable = BuiltinVariable { pointer: Operand { id, ty }, value_type, component, width, lanes, is_input };
    f.builtin_variables.insert(builtin as u32, variable);
    Ok(variable)
}

/// Makes the variables imports by name in a library, which declares `Linkage` anyway, as other translators do.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    f.hooks.finish_variables.iter().for_each(|hook| hook(f));
    if !f.spv.has(Capability::Linkage) {
        return Ok(());
    }
    let mut variables: Vec<_> =
        f.builtin_variables.iter().map(|(builtin, variable)| (*builtin, variable.pointer.id)).collect();
    variables.sort_unstable();
    for (builtin, id) in variables {
        if let Some(builtin) = BuiltIn::from_u32(builtin) {
            f.spv.decorate_linkage(id, &name(builtin, f.options), LinkageType::Import)?;
        }
    }
    Ok(())
}

/// Operands of the load of a variable.
fn load_operands(variable: BuiltinVariable) -> [u32; 3] {
    let align = (variable.width / 8).saturating_mul(variable.lanes.next_power_of_two());
    [variable.pointer.id, MemoryAccess::ALIGNED.bits(), align.max(1)]
}

pub(crate) fn load(f: &mut Forward<'_>, variable: BuiltinVariable) -> Result<Operand> {
    f.emit_value(Op::Load, variable.value_type, &load_operands(variable))
}

/// Binds a number to a call, converted to the call's type, which may be narrower or wider in older IR.
pub(crate) fn define_number<'m>(f: &mut Forward<'m>, inst: Value<'m>, number: Operand) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    match ty == number.ty {
        true => f.bind(inst, number),
        false => f.define(inst, Op::UConvert, ty, &[number.id]).map(drop),
    }
}

fn forward_whole<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn) -> Result<()> {
    let variable = variable(f, builtin, Form::of(inst.ty(), None))?;
    let number = load(f, variable)?;
    define_number(f, inst, number)
}

/// Translates a query for one dimension of OpenCL C: the result is `other` if there is no such dimension.
fn forward_dimension<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn, other: u64) -> Result<()> {
    let index = crate::concepts::builtins::value(inst, 0)?;
    if let Some(index) = constant_index(inst) {
        if index < DIMENSIONS.into() {
            return forward_component(f, inst, builtin, index as u32);
        }
        f.body.late.insert(inst, Late::Number(other));
        return Ok(());
    }
    let variable = variable(f, builtin, Form::of(inst.ty(), Some(DIMENSIONS)))?;
    let vector = load(f, variable)?;
    let (exists, number) = forward_computed(f, index, variable, vector)?;
    let number = or_other(f, variable, exists, number, other)?;
    define_number(f, inst, number)
}

/// Emits the test whether the dimension `index` exists, and the extraction of its component. For a dimension that does
/// not exist component 0 is extracted: the behaviour of `OpVectorExtractDynamic` is undefined if its index is out of
/// bounds (SPIR-V 3.42.12), even if its result is not used.
pub(crate) fn forward_computed<'m>(
    f: &mut Forward<'m>,
    index: Value<'m>,
    of: BuiltinVariable,
    vector: Operand,
) -> Result<(Id, Operand)> {
    let id = values::operand(f, index)?.id;
    let operands = [id, constants::splat(f, index.ty(), DIMENSIONS.into())?];
    let boolean = types::int(f, 1)?;
    let exists = f.emit_value(Op::ULessThan, boolean, &operands)?.id;
    let operands = [exists, id, constants::splat(f, index.ty(), 0)?];
    let ty = types::forward(f, index.ty())?;
    let index = f.emit_value(Op::Select, ty, &operands)?.id;
    Ok((exists, f.emit_value(Op::VectorExtractDynamic, of.component, &[vector.id, index])?))
}

/// Emits the selection of the number, or of `other` if there is no such dimension.
pub(crate) fn or_other(
    f: &mut Forward<'_>,
    of: BuiltinVariable,
    exists: Id,
    number: Operand,
    other: u64,
) -> Result<Operand> {
    let other = match of.width {
        64 => constants::long(f, other)?,
        32 => constants::word(f, other as u32)?,
        width => return Err(Error::of(Code::Builtin, format!("a dimension of {width} bits"))),
    };
    f.emit_value(Op::Select, of.component, &[exists, number.id, other])
}

pub(crate) fn constant_index(inst: Value<'_>) -> Option<u64> {
    inst.call_arg(0).filter(|index| index.is_constant())?.int_value()
}

fn forward_component<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn, index: u32) -> Result<()> {
    // Vectors that no row knows are as long as masks.
    let lanes = if row(builtin).is_some() { DIMENSIONS } else { MASK_WORDS };
    let variable = variable(f, builtin, Form::of(inst.ty(), Some(lanes)))?;
    let whole = load(f, variable)?;
    let number = f.emit_value(Op::CompositeExtract, variable.component, &[whole.id, index])?;
    define_number(f, inst, number)
}

/// A getter of friendly IR: with an argument for a component, without for the whole.
fn forward_friendly<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn) -> Result<()> {
    if inst.call_arg(0).is_none() {
        return forward_whole(f, inst, builtin);
    }
    let index = constant_index(inst).and_then(|index| u32::try_from(index).ok());
    match (index, row(builtin).map(|row| row.2)) {
        (_, Some(Shape::Sizes(other))) => forward_dimension(f, inst, builtin, other),
        (Some(index), None | Some(Shape::Mask)) if index < MASK_WORDS => forward_component(f, inst, builtin, index),
        _ => Err(Error::of(Code::Builtin, format!("this component of {PREFIX}{builtin:?}"))),
    }
}
