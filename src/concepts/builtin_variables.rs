//! Work-items (SPIR-V 3.21 "BuiltIn"): variables that say where in its grid a work-item is.
//!
//! In SPIR-V: variables of class `Input` with the decoration `BuiltIn`, loaded, and mostly taken apart at once. In LLVM
//! IR, one call for each number:
//!
//! | | a component | a number |
//! | --- | --- | --- |
//! | friendly IR (S3-54, S3-55) | `__spirv_BuiltInGlobalInvocationId(int)` | `__spirv_BuiltInGlobalLinearId()` |
//! | OpenCL C | `get_global_id(uint)` | `get_global_linear_id()` |
//!
//! OpenCL C gives 0 or 1 for a dimension that there is not; that is a selection in SPIR-V. A vector that is used as a
//! whole is three calls and `insertelement`s on the way back (S3-56), and such a chain one load on the way forward.
//! Globals `@__spirv_BuiltInGlobalInvocationId` (S3-58) are read too, never written.

mod chains;
mod globals;
mod reverse;
#[cfg(test)]
mod tests;

pub use chains::{find_chains, forward_chain};
pub use globals::{forward_global, forward_load, is_global};
pub use reverse::{reverse_access_chain, reverse_extract, reverse_load, scan};

use super::{compare, constants, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::spirv::Id;
use crate::spirv::grammar::Kind;
use crate::state::{Forward, Lower, Operand, lower};
use ::spirv::{BuiltIn, Capability, Decoration, LinkageType, MemoryAccess, Op, StorageClass};
use llvm_spirv_mangling::Name;

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Three numbers as wide as an address; OpenCL C has this one for other dimensions.
    Sizes(u64),
    /// A number as wide as an address.
    Size,
    /// A number of 32 bits.
    Word,
}

/// Name in OpenCL C, builtin, what it holds.
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
];

/// How many dimensions there are.
const DIMENSIONS: u32 = 3;

/// What names of variables and their getters begin with.
const PREFIX: &str = "__spirv_BuiltIn";

fn row(builtin: BuiltIn) -> Option<&'static (&'static str, BuiltIn, Shape)> {
    ROWS.iter().find(|row| row.1 == builtin)
}

/// The variable that `name` is, or gets.
fn by_name(name: &str) -> Option<BuiltIn> {
    name.strip_prefix(PREFIX)?.parse().ok()
}

// --- LLVM to SPIR-V ---

/// Which variable a name gets.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some(builtin) = by_name(&name.base) {
        return lower(move |f, inst, _| forward_friendly(f, inst, builtin));
    }
    let (_, builtin, shape) = ROWS.iter().find(|row| row.0 == name.base)?;
    match *shape {
        Shape::Sizes(other) => lower(move |f, inst, _| forward_dimension(f, inst, *builtin, other)),
        _ => lower(move |f, inst, _| forward_scalar(f, inst, *builtin)),
    }
}

/// The variable of a builtin; `ty` is what it holds where no row says so.
fn variable(f: &mut Forward<'_>, builtin: BuiltIn, ty: Option<Id>) -> Result<Operand> {
    if let Some(variable) = f.builtin_variables.get(&(builtin as u32)).copied() {
        f.body.inputs.insert(variable.id);
        return Ok(variable);
    }
    let pointee = match row(builtin) {
        Some((_, _, shape)) => shape_type(f, *shape)?,
        None => ty.ok_or_else(|| Error::unsupported(format!("the builtin variable {builtin:?}")))?,
    };
    let variable = declare(f, builtin, pointee)?;
    f.body.inputs.insert(variable.id);
    Ok(variable)
}

fn shape_type(f: &mut Forward<'_>, shape: Shape) -> Result<Id> {
    match shape {
        Shape::Word => types::int(f, 32),
        Shape::Size => compare::address_type(f),
        Shape::Sizes(_) => {
            let component = compare::address_type(f)?;
            types::vector_of(f, component, DIMENSIONS)
        }
    }
}

/// `OpVariable` with its decorations.
fn declare(f: &mut Forward<'_>, builtin: BuiltIn, pointee: Id) -> Result<Operand> {
    let ty = pointers::pointer_type(f, StorageClass::Input, pointee)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[StorageClass::Input as u32])?;
    f.spv.name(id, &format!("{PREFIX}{builtin:?}"))?;
    f.spv.decorate(id, Decoration::BuiltIn, &[builtin as u32])?;
    f.spv.decorate(id, Decoration::Constant, &[])?;
    super::decorations::require_enabling(f, Kind::BuiltIn, builtin as u32);
    f.variables.push(id);
    let operand = Operand { id, ty };
    f.builtin_variables.insert(builtin as u32, operand);
    Ok(operand)
}

/// In a library, which declares `Linkage` anyhow, the variables are imports by name, as other translators have them.
pub fn finish(f: &mut Forward<'_>) -> Result<()> {
    if !f.spv.has(Capability::Linkage) {
        return Ok(());
    }
    let mut variables: Vec<_> = f.builtin_variables.iter().map(|(builtin, variable)| (*builtin, variable.id)).collect();
    variables.sort_unstable();
    for (builtin, id) in variables {
        if let Some(builtin) = BuiltIn::from_u32(builtin) {
            f.spv.decorate_linkage(id, &format!("{PREFIX}{builtin:?}"), LinkageType::Import)?;
        }
    }
    Ok(())
}

/// The pointee of a variable.
fn pointee(f: &Forward<'_>, variable: Operand) -> Result<Id> {
    f.pointer_parts(variable.ty).map(|(_, pointee)| pointee).ok_or_else(|| Error::internal("a variable without a type"))
}

/// Operands of the load of a variable.
fn load_operands(f: &mut Forward<'_>, variable: Operand) -> Result<[u32; 3]> {
    let ty = pointee(f, variable)?;
    let align = alignment(f, ty)?;
    Ok([variable.id, MemoryAccess::ALIGNED.bits(), align])
}

fn alignment(f: &mut Forward<'_>, ty: Id) -> Result<u32> {
    let component = compare::address_type(f)?;
    let bytes = compare::address_width(f) / 8;
    let vector = types::vector_of(f, component, DIMENSIONS)?;
    Ok(match ty {
        _ if ty == vector => 4 * bytes,
        _ if ty == component => bytes,
        _ => 4,
    })
}

fn load(f: &mut Forward<'_>, variable: Operand) -> Result<Operand> {
    let ty = pointee(f, variable)?;
    let operands = load_operands(f, variable)?;
    f.emit_value(Op::Load, ty, &operands)
}

/// A number as the type of the call, which older IR may have narrower or wider.
fn define_number<'m>(f: &mut Forward<'m>, inst: Value<'m>, number: Operand) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    match ty == number.ty {
        true => f.bind(inst, number),
        false => f.define(inst, Op::UConvert, ty, &[number.id]).map(drop),
    }
}

fn forward_scalar<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let variable = variable(f, builtin, Some(ty))?;
    let number = load(f, variable)?;
    define_number(f, inst, number)
}

/// One dimension, as OpenCL C asks for it: `other` where there is no such dimension.
fn forward_dimension<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn, other: u64) -> Result<()> {
    let index = super::builtins::value(inst, 0)?;
    if let Some(index) = index.int_value().filter(|_| index.is_constant()) {
        if index < DIMENSIONS.into() {
            return forward_component(f, inst, builtin, index as u32);
        }
        let (ty, id) = (types::forward(f, inst.ty())?, constants::splat(f, inst.ty(), other)?);
        return f.bind(inst, Operand { id, ty });
    }
    let number = computed_dimension(f, builtin, index, other)?;
    define_number(f, inst, number)
}

fn computed_dimension<'m>(f: &mut Forward<'m>, builtin: BuiltIn, index: Value<'m>, other: u64) -> Result<Operand> {
    let component = compare::address_type(f)?;
    let variable = variable(f, builtin, None)?;
    let vector = load(f, variable)?;
    let index = values::operand(f, index)?.id;
    let number = f.emit_value(Op::VectorExtractDynamic, component, &[vector.id, index])?.id;
    let (boolean, count) = (types::int(f, 1)?, constants::word(f, DIMENSIONS)?);
    let exists = f.emit_value(Op::ULessThan, boolean, &[index, count])?.id;
    let other = match compare::address_width(f) {
        64 => constants::long(f, other)?,
        _ => constants::word(f, other as u32)?,
    };
    f.emit_value(Op::Select, component, &[exists, number, other])
}

fn forward_component<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn, index: u32) -> Result<()> {
    let component = match row(builtin) {
        Some(_) => compare::address_type(f)?,
        None => types::forward(f, inst.ty())?,
    };
    // Vectors that no row knows are masks of sub-groups.
    let mask = row(builtin).is_none().then(|| types::vector_of(f, component, 4)).transpose()?;
    let variable = variable(f, builtin, mask)?;
    let whole = load(f, variable)?;
    let number = f.emit_value(Op::CompositeExtract, component, &[whole.id, index])?;
    define_number(f, inst, number)
}

/// A getter of friendly IR: with an argument for a component, without for the whole.
fn forward_friendly<'m>(f: &mut Forward<'m>, inst: Value<'m>, builtin: BuiltIn) -> Result<()> {
    match inst.call_arg(0) {
        None => forward_scalar(f, inst, builtin),
        Some(index) => {
            let constant = index.int_value().filter(|_| index.is_constant());
            match (constant.and_then(|index| u32::try_from(index).ok()), row(builtin)) {
                (_, Some((_, _, Shape::Sizes(other)))) => forward_dimension(f, inst, builtin, *other),
                (Some(index), None) if index < 4 => forward_component(f, inst, builtin, index),
                _ => Err(Error::unsupported(format!("this component of {PREFIX}{builtin:?}"))),
            }
        }
    }
}
