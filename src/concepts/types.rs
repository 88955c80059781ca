//! Types (SPIR-V 3.42.6 "Type-Declaration Instructions").
//!
//! In LLVM IR: the types of the same shape; `i1` is `OpTypeBool`; opaque types are target extension types
//! `target("spirv.Event")`. Lost on the way to SPIR-V: nothing. Lost on the way back: signedness of integers, pointees.

use super::pointers;
use crate::error::{Error, Result};
use crate::llvm::{Type, TypeKind};
use crate::spirv::builder::Id;
use crate::state::Forward;
use ::spirv::{Capability, Decoration, Op};

// --- LLVM to SPIR-V ---

/// The SPIR-V type of a value of LLVM type `ty`.
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if let Some(id) = f.types.get(&ty) {
        return Ok(*id);
    }
    let id = translate(f, ty)?;
    f.types.insert(ty, id);
    Ok(id)
}

fn translate<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    match ty.kind() {
        TypeKind::LLVMVoidTypeKind => f.spv.unique_type(Op::TypeVoid, &[]),
        TypeKind::LLVMIntegerTypeKind => int(f, ty.int_width()),
        TypeKind::LLVMHalfTypeKind => float(f, 16, Some(Capability::Float16)),
        TypeKind::LLVMFloatTypeKind => float(f, 32, None),
        TypeKind::LLVMDoubleTypeKind => float(f, 64, Some(Capability::Float64)),
        TypeKind::LLVMPointerTypeKind => pointers::untyped(f, ty),
        TypeKind::LLVMVectorTypeKind => vector(f, ty),
        TypeKind::LLVMArrayTypeKind => array(f, ty),
        TypeKind::LLVMStructTypeKind => structure(f, ty),
        TypeKind::LLVMFunctionTypeKind => Err(Error::unsupported("a function type as the type of a value")),
        TypeKind::LLVMTargetExtTypeKind => opaque(f, ty),
        _ => Err(Error::unsupported(format!("type {ty}"))),
    }
}

/// What a pointer points to: as [`forward`], but half in memory needs no half arithmetic.
pub fn pointee<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.kind() == TypeKind::LLVMHalfTypeKind {
        return float(f, 16, Some(Capability::Float16Buffer));
    }
    forward(f, ty)
}

/// The integer type of a width; 1 is the boolean type.
pub fn int(f: &mut Forward<'_>, width: u32) -> Result<Id> {
    match width {
        1 => return f.spv.unique_type(Op::TypeBool, &[]),
        8 => f.spv.require(Capability::Int8),
        16 => f.spv.require(Capability::Int16),
        32 => {}
        64 => f.spv.require(Capability::Int64),
        _ => {
            return Err(Error::unsupported(format!("integers of {width} bits"))
                .hint("SPIR-V has integers of 8, 16, 32 and 64 bits"));
        }
    }
    f.spv.unique_type(Op::TypeInt, &[width, 0])
}

/// The floating-point type of a width, with the capability that this use of it needs.
pub fn float(f: &mut Forward<'_>, width: u32, capability: Option<Capability>) -> Result<Id> {
    if let Some(capability) = capability {
        f.spv.require(capability);
    }
    f.spv.unique_type(Op::TypeFloat, &[width])
}

fn vector<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let count = ty.count();
    match count {
        2..=4 => {}
        8 | 16 => f.spv.require(Capability::Vector16),
        _ => {
            return Err(Error::unsupported(format!("vectors of {count} components"))
                .hint("SPIR-V has vectors of 2, 3, 4, 8 and 16 components"));
        }
    }
    if ty.scalar().is_pointer() {
        return Err(Error::unsupported("vectors of pointers").hint("SPV_INTEL_masked_gather_scatter has them"));
    }
    let component = forward(f, ty.scalar())?;
    vector_of(f, component, count as u32)
}

/// The vector type of `count` components.
pub fn vector_of(f: &mut Forward<'_>, component: Id, count: u32) -> Result<Id> {
    f.spv.unique_type(Op::TypeVector, &[component, count])
}

fn array<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let element = ty.element().ok_or_else(|| Error::internal("an array without an element type"))?;
    let element = forward(f, element)?;
    match ty.count() {
        0 => Err(Error::unsupported("arrays of no elements")),
        count => array_of(f, element, count),
    }
}

/// The array type of `count` elements.
pub fn array_of(f: &mut Forward<'_>, element: Id, count: u64) -> Result<Id> {
    let length = match u32::try_from(count) {
        Ok(count) => super::constants::word(f, count)?,
        Err(_) => super::constants::long(f, count)?,
    };
    f.spv.unique_type(Op::TypeArray, &[element, length])
}

fn structure<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.is_opaque() {
        return Err(Error::unsupported(format!("the opaque type {ty}")));
    }
    let mut members = Vec::with_capacity(ty.field_count() as usize);
    for field in ty.struct_fields() {
        members.push(forward(f, field)?);
    }
    let id = match ty.struct_name() {
        Some(name) => {
            let id = f.spv.global(Op::TypeStruct, None, &members)?;
            f.spv.name(id, name)?;
            id
        }
        // A packed struct and a natural one must not share an id, or both would get the decoration.
        None if ty.is_packed() => f.spv.global(Op::TypeStruct, None, &members)?,
        None => f.spv.unique_type(Op::TypeStruct, &members)?,
    };
    if ty.is_packed() {
        f.spv.decorate(id, Decoration::CPacked, &[])?;
    }
    Ok(id)
}

fn opaque<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    match ty.target_name().unwrap_or_default() {
        "spirv.Event" => f.spv.unique_type(Op::TypeEvent, &[]),
        name => Err(Error::unsupported(format!("the opaque type {name}"))),
    }
}

/// The `OpTypeFunction` of a signature.
pub fn function(f: &mut Forward<'_>, result: Id, params: &[Id]) -> Result<Id> {
    let mut operands = vec![result];
    operands.extend_from_slice(params);
    f.spv.unique_type(Op::TypeFunction, &operands)
}
