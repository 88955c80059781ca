//! The types of pointers to opaque structures in older IR, by the names that still tell them.

use super::names::{ACCESS, IMAGES};
use super::rows::plain_types;
use super::{image, pipe, plain_type, sampled};
use crate::binary::Op;
use crate::binary::builder::Id;
use crate::concepts::base::types;
use crate::conventions::calling::SPIR_KERNEL;
use crate::error::Result;
use crate::llvm::{Opcode, Type as LlvmType, Value};
use crate::state::Forward;
use crate::state::slots::images::{NUMBERS, Shape};
use ::spirv::AccessQualifier as Access;
use llvm_spirv_mangling::{self as mangling, Type};

/// The prefixes of opaque types in mangled names.
pub const OPAQUE: [&str; 3] = ["ocl_", "opencl.", "__spirv_"];

/// Returns the opaque type of a parameter that is a pointer only because older IR represents opaque types by pointers.
pub fn parameter<'m>(
    f: &mut Forward<'m>,
    function: Value<'m>,
    index: u32,
    by_name: Option<&Type>,
) -> Result<Option<Id>> {
    if let Some(ty) = by_name {
        return named(f, ty);
    }
    if let Some(ty) = by_metadata(f, function, index)? {
        return Ok(Some(ty));
    }
    let param = function.param(index).filter(|_| !function.is_declaration());
    match param.and_then(|param| by_uses(param, true)) {
        Some(used) => named(f, &used),
        None => Ok(None),
    }
}

/// Returns the type of a sampler that is an integer in older IR, by the kernel's metadata, or else by the builtins that take it.
pub fn sampler<'m>(f: &mut Forward<'m>, function: Value<'m>, index: u32, ty: LlvmType<'m>) -> Result<Option<Id>> {
    let Some(param) = function.param(index).filter(|_| ty.is_int_of(32)) else { return Ok(None) };
    let is_sampler = match function.call_conv() == SPIR_KERNEL {
        true => entry(function, "kernel_arg_base_type", index).is_some_and(|written| written == "sampler_t"),
        false => by_uses(param, true).is_some_and(|used| name_of(&used) == Some("ocl_sampler")),
    };
    if is_sampler { plain_type(f, Op::TypeSampler).map(Some) } else { Ok(None) }
}

fn by_metadata<'m>(f: &mut Forward<'m>, function: Value<'m>, index: u32) -> Result<Option<Id>> {
    if function.call_conv() != SPIR_KERNEL {
        return Ok(None);
    }
    let access = access(function, index);
    match entry(function, "kernel_arg_base_type", index) {
        Some(written) if written == "pipe" || is_pipe(function, index) => pipe(f, access).map(Some),
        Some(written) => by_written(f, &written, access),
        None => Ok(None),
    }
}

/// Returns the opaque type that the builtins called with a value expect, also for calls that load it from a variable.
fn by_uses(value: Value<'_>, through_memory: bool) -> Option<Type> {
    let stored = |user: Value<'_>| through_memory && user.is_op(Opcode::Store) && user.operand(0) == Some(value);
    if !value.uses().all(|user| user.is_call() || stored(user)) {
        return None;
    }
    value.uses().find_map(|user| match user.is_call() {
        true => taken_for(user, value),
        false => {
            let slot = user.operand(1).filter(|slot| slot.is_op(Opcode::Alloca))?;
            slot.uses().filter(|user| user.is_op(Opcode::Load)).find_map(|load| by_uses(load, false))
        }
    })
}

/// Returns the opaque type that the mangled name of a called function has for an argument.
fn taken_for(call: Value<'_>, arg: Value<'_>) -> Option<Type> {
    let callee = call.called_function().filter(|callee| callee.is_declaration())?;
    let index = call.call_args().position(|other| other == arg)?;
    let mut params = mangling::parse_symbol(callee.name()).ok()?.params;
    let is_opaque = |name: &str| OPAQUE.iter().any(|start| name.starts_with(start));
    (index < params.len()).then(|| params.swap_remove(index)).filter(|ty| name_of(ty).is_some_and(is_opaque))
}

/// Returns the `index`-th string of a kernel's list.
fn entry(function: Value<'_>, list: &str, index: u32) -> Option<String> {
    let node = function.function_metadata(list)?;
    node.operands().get(index as usize).copied().flatten()?.as_string().map(str::to_owned)
}

fn is_pipe(function: Value<'_>, index: u32) -> bool {
    entry(function, "kernel_arg_type_qual", index).is_some_and(|quals| quals.split(' ').any(|qual| qual == "pipe"))
}

fn access(function: Value<'_>, index: u32) -> u32 {
    let written = entry(function, "kernel_arg_access_qual", index).unwrap_or_default();
    let row = (0..).zip(ACCESS).find(|(_, row)| written.trim_start_matches('_') == row.1);
    row.map_or(Access::ReadOnly as u32, |(number, _)| number)
}

/// Returns the type with a name of OpenCL C: `image2d_t`, `image2d_ro_t`, `__read_only image2d_t`, `sampler_t` and so on.
fn by_written(f: &mut Forward<'_>, written: &str, access: u32) -> Result<Option<Id>> {
    if let Some(row) = plain_types().find(|row| row.written == written) {
        return plain_type(f, row.op).map(Some);
    }
    let name = written.rsplit(' ').next().and_then(|name| name.strip_suffix("_t"));
    name.map_or(Ok(None), |name| opencl_image(f, name, access))
}

/// Returns the image type of a name such as `image2d`, or `image2d_wo`, which has an access qualifier.
fn opencl_image(f: &mut Forward<'_>, name: &str, access: u32) -> Result<Option<Id>> {
    let end = (0..).zip(ACCESS).find_map(|(number, row)| Some((name.strip_suffix(row.0)?, number)));
    let (name, access) = end.unwrap_or((name, access));
    let Some(([dim, depth, arrayed, multisampled], _)) = IMAGES.iter().find(|row| row.1 == name) else {
        return Ok(None);
    };
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let shape = Shape { numbers: [*dim, *depth, *arrayed, *multisampled, 0, 0, access] };
    image(f, void, shape).map(Some)
}

/// Returns the opaque type for a parameter type in a mangled name, either itself or as a pointee.
pub fn named(f: &mut Forward<'_>, ty: &Type) -> Result<Option<Id>> {
    let Some(name) = name_of(ty) else { return Ok(None) };
    if let Some(name) = name.strip_prefix("__spirv_") {
        return friendly(f, name);
    }
    let plain = plain_types().find(|row| row.opencl == name || name.strip_prefix("opencl.") == Some(row.written));
    if let Some(row) = plain {
        return plain_type(f, row.op).map(Some);
    }
    match name.strip_prefix("ocl_").or_else(|| name.strip_prefix("opencl.").map(|name| name.trim_end_matches("_t"))) {
        Some("pipe" | "pipe_ro") => pipe(f, Access::ReadOnly as u32).map(Some),
        Some("pipe_wo") => pipe(f, Access::WriteOnly as u32).map(Some),
        Some(name) => opencl_image(f, name, Access::ReadOnly as u32),
        None => Ok(None),
    }
}

/// Returns the name of the opaque type that a mangled type stands for: by itself in OpenCL C's names, as a pointee in friendly ones.
fn name_of(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(name) => Some(name),
        mangling::Type::Pointer(pointer) => match &pointer.pointee {
            Type::Named(name) if name.starts_with("__spirv_") && !pointer_is_real(pointer) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a pointer in a mangled name is a real one: in the generic address space, as pointers to events are.
fn pointer_is_real(pointer: &mangling::Pointer) -> bool {
    const GENERIC: u32 = 4;
    pointer.address_space == GENERIC
}

/// Returns the type for a friendly name: `Image__void_1_0_0_0_0_0_0`, `Sampler`, `Pipe__0`.
fn friendly(f: &mut Forward<'_>, name: &str) -> Result<Option<Id>> {
    if let Some(row) = plain_types().find(|row| row.name == name) {
        return plain_type(f, row.op).map(Some);
    }
    let Some((kind, operands)) = name.split_once("__") else { return Ok(None) };
    if kind == "Pipe" {
        return operands.parse().map_or(Ok(None), |access| pipe(f, access).map(Some));
    }
    let Some((component, numbers)) = operands.split_once('_') else { return Ok(None) };
    let numbers: Vec<u32> = numbers.split('_').take(NUMBERS).filter_map(|number| number.parse().ok()).collect();
    let (Some(shape), Some(component)) = (Shape::new(&numbers), component_type(f, component)?) else { return Ok(None) };
    match kind {
        "Image" => image(f, component, shape).map(Some),
        "SampledImage" => {
            let image = image(f, component, shape)?;
            sampled(f, image).map(Some)
        }
        _ => Ok(None),
    }
}

fn component_type(f: &mut Forward<'_>, name: &str) -> Result<Option<Id>> {
    Ok(Some(match Type::from_spelling(name) {
        Some(Type::Void) => f.spv.unique_type(Op::TypeVoid, &[])?,
        Some(Type::Half) => types::float(f, 16, None)?,
        Some(Type::Float) => types::float(f, 32, None)?,
        Some(ty) if ty.is_signed_integer() || ty.is_unsigned_integer() => match ty.bit_width() {
            Some(width @ (32 | 64)) => types::int(f, width)?,
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}
