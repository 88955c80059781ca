//! Constants whose SPIR-V type cannot be derived from LLVM's type: signed integers, composites with a stride, matrices.
//!
//! In LLVM IR: constants of the same shape. A constant has the type that its use requires; if none is required,
//! integers are signed if another operand of the instruction is.

use super::{addresses, numbers};
use crate::binary::builder::Id;
use crate::concepts::base::{constants, pointers, values};
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind, Value};
use crate::state::slots::shaders::Shape;
use crate::state::{Forward, Operand};
use ::spirv::Op;
use llvm_spirv_mangling as mangling;

/// Returns the index of a member as a constant: a signed integer, as in the output of shading language compilers.
pub fn index(f: &mut Forward<'_>, member: u32) -> Result<Id> {
    let ty = int32(f)?;
    f.spv.unique_constant(Op::Constant, ty, &[member])
}

fn int32(f: &mut Forward<'_>) -> Result<Id> {
    let id = f.spv.unique_type(Op::TypeInt, &[32, 1])?;
    f.shaders.signed.insert(id);
    Ok(id)
}

/// Returns a constant as an operand of an instruction: with signed integers if the instruction has signed operands.
pub fn operand<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<Operand>> {
    if !is_typed(value) {
        return addresses::check_number(value).map(|()| None);
    }
    let ty = value.ty();
    let ty = match ty.scalar().is_int() && f.shaders.has_signed_constants && !ty.scalar().is_int_of(1) {
        true => super::types::with_sign(f, ty, true)?,
        false => crate::concepts::base::types::forward(f, ty)?,
    };
    of_type(f, value, ty).map(|id| Some(Operand { id, ty }))
}

/// Returns an argument of a builtin: pointers are never cast; integer constants have the sign in the name.
pub fn argument<'m>(f: &mut Forward<'m>, value: Value<'m>, name: Option<&mangling::Type>) -> Result<Option<Operand>> {
    use mangling::Type as T;
    let scalar = match name {
        Some(T::Vector(_, component)) => Some(component.as_ref()),
        name => name,
    };
    let is_signed = matches!(scalar, Some(T::Char | T::SChar | T::Short | T::Int | T::Long | T::LongLong));
    let is_unsigned = matches!(scalar, Some(T::UChar | T::UShort | T::UInt | T::ULong | T::ULongLong));
    f.shaders.has_signed_constants = is_signed;
    let is_signed_array = matches!(scalar, Some(T::Named(name)) if name == super::opaque::SIGNED_ARRAY);
    if is_signed_array && is_typed(value) {
        let note = notes::by_default(f.module.layout(), value.ty(), false)?.signed();
        let ty = super::types::noted(f, value.ty(), &note)?;
        return as_type(f, value, ty);
    }
    let operand = values::operand(f, value)?;
    if f.shaders.encoded.contains_key(&operand.ty) {
        return Ok(Some(operand));
    }
    if !(is_signed || is_unsigned) || !value.ty().scalar().is_int() || value.ty().scalar().is_int_of(1) {
        return Ok(Some(operand));
    }
    let ty = super::types::with_sign(f, value.ty(), is_signed)?;
    if ty == operand.ty { Ok(Some(operand)) } else { converted(f, operand, ty) }
}

/// Returns whether a value is a constant number or composite of numbers, which takes the type that its use requires.
fn is_typed(value: Value<'_>) -> bool {
    let is_number = |ty: Type<'_>| ty.is_int() || ty.float_width() > 0;
    let is_composite = |ty: Type<'_>| ty.is_vector() || ty.is_array() || ty.kind() == TypeKind::Struct;
    value.is_constant() && !addresses::is_computed(value) && (is_number(value.ty()) || is_composite(value.ty()))
}

/// Returns whether a value is a null or undefined pointer.
fn is_null_pointer(value: Value<'_>) -> bool {
    value.ty().is_pointer() && (value.is_null() || value.is_undef() || value.is_poison())
}

/// Returns a constant as a value of a SPIR-V type with the shape of its LLVM type; `None` if it contains an address or expression.
pub fn as_type<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Option<Operand>> {
    if !is_typed(value) && !is_null_pointer(value) {
        return Ok(None);
    }
    of_type(f, value, ty).map(|id| Some(Operand { id, ty }))
}

fn of_type<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    if let Some(id) = f.shaders.constants.get(&(value, ty)) {
        return Ok(*id);
    }
    let id = f.nested(|f| translate(f, value, ty))?;
    f.shaders.constants.insert((value, ty), id);
    Ok(id)
}

fn translate<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    let llvm = value.ty();
    if addresses::is_computed(value) {
        return Err(addresses::in_constant(value));
    }
    if value.is_poison() && constants::has_poison(f) {
        return f.spv.unique_constant(Op::PoisonKHR, ty, &[]);
    }
    if value.is_undef() || value.is_poison() {
        return f.spv.unique_constant(Op::Undef, ty, &[]);
    }
    if llvm.is_int() {
        let number = value.int_value().ok_or_else(|| Error::internal("an integer constant without a value"))?;
        let width = llvm.int_width();
        // The literal of a narrow signed integer is extended with its sign (section 2.2.1 "Literal").
        if f.shaders.signed.contains(&ty) && (8..32).contains(&width) {
            let extended = ((number as u32) << (32 - width)) as i32 >> (32 - width);
            return f.spv.unique_constant(Op::Constant, ty, &[extended as u32]);
        }
        return constants::int_literal(f, ty, width, number);
    }
    if llvm.float_width() > 0 && !llvm.is_vector() {
        return Ok(constants::module_scope(f, value)?.id);
    }
    if value.is_null() {
        return constants::null(f, ty);
    }
    let shape = f.shaders.shapes.get(&ty).cloned();
    let shape = shape.ok_or_else(|| Error::internal("a composite constant without a known type"))?;
    let mut parts = Vec::new();
    for (part, part_type) in elements(value, &shape)? {
        parts.push(of_type(f, part, part_type)?);
    }
    f.spv.unique_constant(Op::ConstantComposite, ty, &parts)
}

/// Returns the constituents of a constant, each with its SPIR-V type.
fn elements<'m>(value: Value<'m>, shape: &Shape) -> Result<Vec<(Value<'m>, Id)>> {
    let llvm = value.ty();
    let missing = || Error::internal("a composite constant without a constituent");
    let at = |value: Value<'m>, index: u32| value.aggregate_element(index).ok_or_else(missing);
    let all = |whole: Value<'m>, count: u64, ty: Id| -> Result<Vec<_>> {
        let mut parts = Vec::new();
        for index in 0..count as u32 {
            let mut part = at(whole, index)?;
            if notes::is_padded(part.ty()) {
                part = at(part, 0)?;
            }
            parts.push((part, ty));
        }
        Ok(parts)
    };
    match shape {
        Shape::Vector(component, count) => all(value, (*count).into(), *component),
        Shape::Matrix(column, count) => all(at(value, 0)?, (*count).into(), *column),
        Shape::Array(element) => all(value, llvm.count(), *element),
        Shape::Struct(members, elements) => {
            let mut parts = vec![None; members.len()];
            for (index, member) in (0..).zip(elements) {
                let Some(member) = member.map(|member| member as usize) else { continue };
                let part = (at(value, index)?, *members.get(member).ok_or_else(missing)?);
                parts.get_mut(member).into_iter().for_each(|place| *place = Some(part));
            }
            parts.into_iter().collect::<Option<Vec<_>>>().ok_or_else(missing)
        }
    }
}

/// Returns a value converted to another type of equal shape: a constant is made anew, an integer gets an `OpBitcast`, a
/// composite is copied.
pub fn converted<'m>(f: &mut Forward<'m>, operand: Operand, ty: Id) -> Result<Option<Operand>> {
    if f.pointer_parts(operand.ty).is_some() || f.pointer_parts(ty).is_some() {
        return Ok(None);
    }
    let is_composite = |ty: &Id| matches!(f.shaders.shapes.get(ty), Some(Shape::Array(_) | Shape::Struct(..)));
    let is_copied = is_composite(&operand.ty) && is_composite(&ty);
    if !is_copied && let Some(number) = numbers::with_other_sign(f, operand, ty)? {
        return Ok(Some(number));
    }
    if !is_copied {
        return f.emit_value(Op::Bitcast, ty, &[operand.id]).map(Some);
    }
    if f.spv.version() >= crate::options::Version::V1_4 && logically_match(f, operand.ty, ty)? {
        return f.emit_value(Op::CopyLogical, ty, &[operand.id]).map(Some);
    }
    copied(f, operand, ty).map(Some)
}

/// Returns whether two types differ at most in decorations (SPIR-V 2.17, "logically match"); types that differ in signs do not match.
pub fn logically_match(f: &mut Forward<'_>, a: Id, b: Id) -> Result<bool> {
    if a == b {
        return Ok(true);
    }
    if let Some(known) = f.shaders.logical_matches.get(&(a, b)) {
        return Ok(*known);
    }
    let shapes = f.shaders.shapes.get(&a).zip(f.shaders.shapes.get(&b));
    let parts: Vec<(Id, Id)> = match shapes {
        Some((Shape::Struct(a, _), Shape::Struct(b, _))) if a.len() == b.len() => {
            a.iter().copied().zip(b.iter().copied()).collect()
        }
        Some((Shape::Array(a), Shape::Array(b))) => vec![(*a, *b)],
        _ => Vec::new(),
    };
    let mut is_match = !parts.is_empty();
    for (a, b) in parts {
        is_match = is_match && f.nested(|f| logically_match(f, a, b))?;
    }
    f.shaders.logical_matches.insert((a, b), is_match);
    Ok(is_match)
}

/// The limit on the number of elements of an array that is copied element by element.
const MOST_COPIED: u64 = 4096;

/// Copies a composite element by element: for versions without `OpCopyLogical`, and if the signs of integers in it differ.
fn copied(f: &mut Forward<'_>, from: Operand, ty: Id) -> Result<Operand> {
    let no_shape = || Error::internal("a composite that is copied to what has another shape");
    let shapes = f.shaders.shapes.get(&from.ty).cloned().zip(f.shaders.shapes.get(&ty).cloned());
    let pairs: Vec<(Id, Id)> = match shapes.ok_or_else(no_shape)? {
        (Shape::Struct(from, _), Shape::Struct(to, _)) => from.into_iter().zip(to).collect(),
        (Shape::Array(a), Shape::Array(b)) => {
            let count = f.shaders.lengths.get(&ty).copied().ok_or_else(no_shape)?;
            if count > MOST_COPIED {
                return Err(Error::of(Code::Limit, format!("a copy of an array of {count} elements between layouts"))
                    .hint("SPIR-V 1.4 has an instruction for it where the signs of integers are the same"));
            }
            vec![(a, b); count as usize]
        }
        _ => return Err(no_shape()),
    };
    let mut parts = Vec::with_capacity(pairs.len());
    for (index, (part, wanted)) in (0..).zip(pairs) {
        let mut value = f.emit_value(Op::CompositeExtract, part, &[from.id, index])?;
        if part != wanted {
            // Passes may have put an array of pointers together that says no pointee.
            value = f.nested(|f| pointers::coerce(f, value, wanted))?;
        }
        parts.push(value.id);
    }
    f.emit_value(Op::CompositeConstruct, ty, &parts)
}
