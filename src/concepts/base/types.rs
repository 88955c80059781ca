//! Types (SPIR-V 3.42.6 "Type-Declaration Instructions").
//!
//! In LLVM IR: the types of the same shape; `i1` is `OpTypeBool`; opaque types are target extension types
//! `target("spirv.Event")`. Lost on the way to SPIR-V: nothing. Lost on the way back: signedness of integers, pointees.

use super::pointers;
use crate::binary::Instruction;
use crate::binary::builder::{Id, Section};
use crate::environment::Models;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{MAX_ARRAY_LENGTH, Type, TypeKind};
use crate::options::Options;
use crate::state::hooks::ask;
use crate::state::{Chapter, Forward, Reverse, availability};
use ::spirv::{Capability, Decoration, FPEncoding, Op};

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter { declarations: &[(&[Op::TypeForwardPointer], reverse)], ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// The SPIR-V type of a value of LLVM type `ty`.
#[inline]
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    f.types.get(&ty).map_or_else(|| forward_first(f, ty), Ok)
}

/// Translates a type that has not been used before.
fn forward_first<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let id = f.nested(|f| translate(f, ty))?;
    f.types.insert(ty, id);
    Ok(id)
}

fn translate<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if let Some(id) = ask!(f.hooks.forward_own_type, f, ty) {
        return Ok(id);
    }
    match ty.kind() {
        TypeKind::Void => f.spv.unique_type(Op::TypeVoid, &[]),
        TypeKind::Integer => int(f, ty.int_width()),
        TypeKind::Half => half(f),
        TypeKind::BFloat => bfloat(f),
        TypeKind::Float => float(f, 32, None),
        TypeKind::Double => float(f, 64, Some(Capability::Float64)),
        TypeKind::Pointer => pointers::untyped(f, ty),
        TypeKind::Vector => vector(f, ty),
        TypeKind::Array => array(f, ty),
        TypeKind::Struct => structure(f, ty),
        TypeKind::Token if availability::allows(f.options, "SPV_INTEL_token_type") => {
            f.spv.unique_type(Op::TypeTokenINTEL, &[])
        }
        TypeKind::Token => Err(Error::of(Code::IllegalType, format!("type {ty}")).about(Subject::Token)),
        TypeKind::Target => super::opaque_types::forward(f, ty),
        _ => match ask!(f.hooks.forward_type, f, ty) {
            Some(id) => Ok(id),
            None => Err(Error::of(Code::IllegalType, format!("type {ty}"))),
        },
    }
}

/// Returns the SPIR-V type of a pointee, like [`forward`], except that half in memory only needs `Float16Buffer`.
pub fn pointee<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.scalar().kind() != TypeKind::Half {
        return forward(f, ty);
    }
    let half = float(f, 16, Some(Capability::Float16Buffer))?;
    if ty.is_vector() { vector_of_checked(f, half, ty.count()) } else { Ok(half) }
}

/// The integer type of a width; 1 is the boolean type.
pub fn int(f: &mut Forward<'_>, width: u32) -> Result<Id> {
    match width {
        1 => return f.spv.unique_type(Op::TypeBool, &[]),
        8 => f.spv.require(Capability::Int8),
        16 => f.spv.require(Capability::Int16),
        32 => {}
        64 => f.spv.require(Capability::Int64),
        _ => match width_capability(f.options, width) {
            Some(capability) => {
                let older = ANY_WIDTH.last().filter(|_| capability == Capability::ArbitraryPrecisionIntegersALTERA);
                let prefers = f.options.policy.prefers_older_width_extension;
                if let Some(older) = older.filter(|older| prefers && availability::allows(f.options, older)) {
                    f.spv.require_extension(older);
                }
                f.spv.require(capability);
            }
            None => return Err(no_width(width)),
        },
    }
    f.spv.unique_type(Op::TypeInt, &[width, 0])
}

/// The capability for integers of an unusual width, where the options allow the extension that has it.
pub fn width_capability(options: &Options, width: u32) -> Option<Capability> {
    let allow = |names: &[&str]| names.iter().any(|name| availability::allows(options, name));
    match width {
        4 if allow(&["SPV_INTEL_int4"]) => Some(Capability::Int4TypeINTEL),
        _ if allow(ANY_WIDTH) => Some(Capability::ArbitraryPrecisionIntegersALTERA),
        _ => None,
    }
}

const ANY_WIDTH: &[&str] = &["SPV_ALTERA_arbitrary_precision_integers", "SPV_INTEL_arbitrary_precision_integers"];

/// Returns the error for an integer width that no extension allows.
pub fn no_width(width: u32) -> Error {
    Error::illegal_width(format!("integers of {width} bits"), width)
        .hint("SPIR-V has integers of 8, 16, 32 and 64 bits")
}

/// The floating-point type of a width, with the capability that this use of it needs.
pub fn float(f: &mut Forward<'_>, width: u32, capability: Option<Capability>) -> Result<Id> {
    if let Some(capability) = capability {
        f.spv.require(capability);
    }
    f.spv.unique_type(Op::TypeFloat, &[width])
}

/// Returns the type of half as a value. In Khronos mode `Float16` is declared only if the source uses `cl_khr_fp16`.
pub fn half(f: &mut Forward<'_>) -> Result<Id> {
    let by_source = f.options.policy.declares_half_by_source;
    if !by_source || crate::conventions::nodes::used_extensions(f)?.iter().any(|name| name == "cl_khr_fp16") {
        f.spv.require(Capability::Float16);
    }
    float(f, 16, by_source.then_some(Capability::Float16Buffer))
}

/// The extension that has `bfloat`.
pub const BFLOAT: &str = "SPV_KHR_bfloat16";

/// The extension that has arithmetic on `bfloat`.
pub const BFLOAT_ARITHMETIC: &str = "SPV_INTEL_bfloat16_arithmetic";

/// Returns the type of `bfloat`: 16 bits with the BFloat16 encoding.
pub fn bfloat(f: &mut Forward<'_>) -> Result<Id> {
    let extension = availability::extension(f.options, &[BFLOAT], || "type bfloat".to_owned())?;
    f.spv.require(Capability::BFloat16TypeKHR);
    f.spv.require_extension(extension);
    f.spv.unique_type(Op::TypeFloat, &[16, FPEncoding::BFloat16KHR as u32])
}

fn vector<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.scalar().is_pointer() {
        return Err(Error::needs_extension("a vector of pointers", "SPV_INTEL_masked_gather_scatter"));
    }
    let component = forward(f, ty.scalar())?;
    vector_of_checked(f, component, ty.count())
}

/// Returns the type of a component of a vector.
pub fn lane<'m>(f: &mut Forward<'m>, vector: Type<'m>) -> Result<Id> {
    let scalar = vector.scalar();
    if scalar.is_pointer() {
        forward(f, vector)?;
        if let Some(lane) = f.lanes.get(&vector) {
            return Ok(*lane);
        }
    }
    forward(f, scalar)
}

/// The vector type of `count` components, if SPIR-V has vectors of so many.
pub fn vector_of_checked(f: &mut Forward<'_>, component: Id, count: u64) -> Result<Id> {
    match count {
        2..=4 => {}
        // It needs kernels.
        8 | 16 if !availability::is_foreign(f, Capability::Kernel) => f.spv.require(Capability::Vector16),
        _ => long_vectors(f, count)?,
    }
    vector_of(f, component, count as u32)
}

/// The extensions that have vectors of any length, with their capabilities.
const LONG_VECTORS: [(&str, Capability); 2] =
    [("SPV_EXT_long_vector", Capability::LongVectorEXT), ("SPV_INTEL_vector_compute", Capability::VectorAnyINTEL)];

/// Returns whether an extension with vectors of any length is allowed.
pub fn has_long_vectors(options: &Options) -> bool {
    LONG_VECTORS.iter().any(|row| availability::allows(options, row.0))
}

/// Returns whether vectors that need one of these extensions are legal: if one of them is asked for by name. If all
/// extensions are allowed, such vectors are split nevertheless, since few consumers support these two.
pub fn keeps_long_vectors(options: &Options) -> bool {
    let asked = LONG_VECTORS.iter().any(|row| options.extensions.asks_for(row.0));
    asked || options.policy.refuses_long_vectors && !has_long_vectors(options)
}

/// Declares the requirements of a vector of an unusual length.
fn long_vectors(f: &mut Forward<'_>, count: u64) -> Result<()> {
    let mut names = LONG_VECTORS.map(|row| row.0);
    let what = || format!("a vector of {count} components");
    let mut extension = availability::extension(f.options, &names, what)?;
    // A module of vector compute keeps to its own extension.
    if f.hooks.prefers_own_vectors.iter().any(|hook| hook(f)) {
        names.reverse();
        extension = availability::extension(f.options, &names, what)?;
    }
    let row = LONG_VECTORS.iter().find(|row| row.0 == extension);
    row.into_iter().for_each(|row| f.spv.require(row.1));
    f.spv.require_extension(extension);
    Ok(())
}

/// The vector type of `count` components.
pub fn vector_of(f: &mut Forward<'_>, component: Id, count: u32) -> Result<Id> {
    f.spv.unique_type(Op::TypeVector, &[component, count])
}

fn array<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let element = ty.element().ok_or_else(|| Error::internal("an array without an element type"))?;
    let element = forward(f, element)?;
    if ty.count() > MAX_ARRAY_LENGTH && !f.options.policy.ignores_length_limits {
        return Err(Error::of(Code::Limit, format!("an array of {} elements", ty.count()))
            .hint(format!("arrays have at most {MAX_ARRAY_LENGTH} elements")));
    }
    // SPIR-V has no array without elements; as the last member of a struct, where C allows it, one of one element
    // is indexed the same.
    array_of(f, element, ty.count().max(1))
}

/// The array type of `count` elements.
pub fn array_of(f: &mut Forward<'_>, element: Id, count: u64) -> Result<Id> {
    let is_long =
        f.options.policy.counts_elements_in_addresses && Models::address_width(f.spv.addressing_model()) == 64;
    let length = match u32::try_from(count) {
        Ok(count) if !is_long => super::constants::word(f, count)?,
        _ => super::constants::long(f, count)?,
    };
    f.spv.unique_type(Op::TypeArray, &[element, length])
}

/// The number of members that a struct may have (SPIR-V 2.17 "Universal Limits").
const MOST_MEMBERS: u32 = 16_383;

fn structure<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.is_opaque() {
        let id = f.spv.fresh();
        f.spv.with_string(Section::Globals, Op::TypeOpaque, &[id], ty.struct_name().unwrap_or_default(), &[])?;
        return Ok(id);
    }
    let is_limited =
        !f.options.policy.ignores_length_limits && !availability::allows(f.options, "SPV_INTEL_long_composites");
    if is_limited && ty.field_count() > MOST_MEMBERS {
        return Err(Error::of(Code::Limit, format!("a struct of {} members", ty.field_count()))
            .hint(format!("SPIR-V has structs of at most {MOST_MEMBERS} members")));
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

/// The `OpTypeFunction` of a signature.
pub fn function(f: &mut Forward<'_>, result: Id, params: &[Id]) -> Result<Id> {
    let mut operands = vec![result];
    operands.extend_from_slice(params);
    f.spv.unique_type(Op::TypeFunction, &operands)
}

// --- SPIR-V to LLVM ---

/// Translates a type declaration (`OpType...`).
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let context = r.context;
    let operands = inst.in_operands();
    let first = || inst.operand(0);
    let element = operands.get(..1).unwrap_or_default();
    if let Some(ty) = ask!(r.hooks.reverse_own_type, r, inst) {
        let parts = if inst.opcode() == Op::TypeStruct { operands } else { element };
        return r.set_type(inst.result_id().unwrap_or_default(), ty, parts);
    }
    let (ty, parts) = match inst.opcode() {
        Op::TypeVoid => (context.void_type(), &[][..]),
        Op::TypeBool => (context.bool_type(), &[][..]),
        Op::TypeTokenINTEL => (context.token_type(), &[][..]),
        Op::TypeInt => (reverse_int(r, inst)?, &[][..]),
        Op::TypeFloat => (reverse_float(r, inst)?, &[][..]),
        Op::TypeVector => (reverse_vector(r, inst)?, element),
        Op::TypeArray => {
            crate::concepts::base::lengths::note(r, inst.result_id().unwrap_or_default(), inst.operand(1)?);
            (context.array_type(r.ty(first()?)?, r.constant(inst.operand(1)?)?)?, element)
        }
        Op::TypeRuntimeArray => (context.array_type(r.ty(first()?)?, 0)?, element),
        Op::TypeMatrix => (added(r, inst)?, element),
        Op::TypeStruct => (reverse_struct(r, inst)?, operands),
        Op::TypeOpaque => (context.named_struct(&inst.string(0)?.0), &[][..]),
        Op::TypePointer | Op::TypeUntypedPointerKHR => (pointers::reverse_type(r, inst, first()?)?, &[][..]),
        Op::TypeForwardPointer => return reverse_forward_pointer(r, inst),
        Op::TypeFunction => (reverse_function(r, inst)?, operands),
        _ => match super::opaque_types::reverse(r, inst)? {
            Some(ty) => {
                r.has_images |= inst.opcode() == Op::TypeImage;
                (ty, &[][..])
            }
            None => (added(r, inst)?, &[][..]),
        },
    };
    r.set_type(inst.result_id().unwrap_or_default(), ty, parts)
}

/// Returns the type that a chapter outside the core translates a declaration to.
fn added<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    let ty = ask!(r.hooks.reverse_type, r, inst);
    ty.ok_or_else(|| inst.place(Error::of(Code::SpirvType, format!("types declared by {}", inst.name()))))
}

fn reverse_int<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    match inst.operand(0)? {
        width @ (8 | 16 | 32 | 64) => r.context.int_type(width),
        4 if r.spv.has_capability(Capability::Int4TypeINTEL) => r.context.int_type(4),
        width if r.spv.has_capability(Capability::ArbitraryPrecisionIntegersALTERA) => r.context.int_type(width),
        width => Err(inst.place(Error::of(Code::SpirvType, format!("integers of {width} bits")))),
    }
}

fn reverse_float<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    const BFLOAT16: u32 = FPEncoding::BFloat16KHR as u32;
    match *inst.in_operands() {
        [16] => Ok(r.context.half_type()),
        [16, BFLOAT16] => Ok(r.context.bfloat_type()),
        [32] => Ok(r.context.float_type()),
        [64] => Ok(r.context.double_type()),
        [width] => Err(inst.place(Error::of(Code::SpirvType, format!("floating-point numbers of {width} bits")))),
        _ => added(r, inst),
    }
}

/// The limit on the number of components of a vector that is read, above any useful size.
const MAX_COMPONENTS: u32 = 1 << 16;

fn declares_long_vectors(r: &Reverse<'_>) -> bool {
    LONG_VECTORS.iter().any(|row| r.spv.has_capability(row.1))
}

fn reverse_vector<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    match inst.operand(1)? {
        count @ (2..=4 | 8 | 16) => r.context.vector_type(r.ty(inst.operand(0)?)?, count),
        count @ 1..=MAX_COMPONENTS if declares_long_vectors(r) => r.context.vector_type(r.ty(inst.operand(0)?)?, count),
        count => Err(inst.place(Error::of(Code::SpirvType, format!("vectors of {count} components")))),
    }
}

/// Translates `OpTypeStruct`: with a name to an identified structure type, with `CPacked` to a packed one. Khronos mode
/// names all of them.
fn reverse_struct<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    let id = inst.result_id().unwrap_or_default();
    let members = inst.in_operands().iter().map(|member| r.ty(*member)).collect::<Result<Vec<_>>>()?;
    let packed = r.spv.decoration(id, Decoration::CPacked).is_some();
    let name = r.spv.name(id).filter(|name| !name.is_empty());
    let name = name.or(r.options.policy.names_structures.then_some("structtype"));
    // LLVM has one unnamed type of each shape, and the decorations are of this one.
    match name.or_else(|| has_decorated_members(r, id).then_some("struct")) {
        None => r.context.struct_type(&members, packed),
        Some(name) => {
            let ty = r.context.named_struct(name);
            r.context.set_body(ty, &members, packed)?;
            Ok(ty)
        }
    }
}

/// Returns whether any member of a structure type is decorated.
pub fn has_decorated_members(r: &Reverse<'_>, ty: Id) -> bool {
    let members = r.spv.definition(ty).map_or(0, |inst| inst.in_operands().len() as u32);
    !r.spv.is_plain(ty) && (0..members).any(|member| r.spv.member_decorations(ty, member).next().is_some())
}

/// Defines the pointer type of an `OpTypeForwardPointer`, which structures use before its declaration: without a
/// pointee, it is known already.
fn reverse_forward_pointer<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = pointers::reverse_type(r, inst, inst.operand(1)?)?;
    r.set_type(inst.operand(0)?, ty, &[])
}

fn reverse_function<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    let params = inst.in_operands().iter().skip(1).map(|param| r.ty(*param)).collect::<Result<Vec<_>>>()?;
    r.context.function_type(r.ty(inst.operand(0)?)?, &params, false)
}
