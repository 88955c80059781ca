//! The SPIR-V types of values, variables and members in shaders.
//!
//! In: an LLVM type and the note that completes it. Out: the SPIR-V type, whose parts are recorded: access chains and
//! composites follow SPIR-V's types, which have signs, strides and pointees.

use super::{images, structs};
use crate::binary::builder::{Id, Section};
use crate::concepts::base::{pointers, spec_nodes, types};
use crate::conventions::encodings;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Type, TypeKind};
use crate::state::slots::shaders::{ForwardPointer, ForwardStruct, Note, Shape};
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Capability, Decoration, Op, StorageClass};
use rustc_hash::FxHashSet;

/// The name of the structure that stands for `void` in variables.
pub const VOID: &str = "spirv.void";

/// Returns the type of values of an LLVM type that the core chapter does not translate for shaders.
pub fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    match ty.kind() {
        TypeKind::Target => match images::forward_type(f, ty)? {
            Some(image) => Ok(Some(image)),
            None => super::opaque::forward_type(f, ty),
        },
        TypeKind::Integer => noted(f, ty, &Note::Plain).map(Some),
        TypeKind::Half => half(f).map(Some),
        TypeKind::Vector | TypeKind::Array | TypeKind::Struct => {
            let note = notes::by_default(f.module.layout(), ty, false)?;
            noted(f, ty, &note).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the SPIR-V type of an LLVM type with a note.
pub fn noted<'m>(f: &mut Forward<'m>, ty: Type<'m>, note: &Note<'m>) -> Result<Id> {
    let key = (ty, note.clone());
    if let Some(id) = f.shaders.types.get(&key) {
        return Ok(*id);
    }
    let id = f.nested(|f| translate(f, ty, note))?;
    f.shaders.types.insert(key, id);
    f.shaders.llvm.insert(id, ty);
    Ok(id)
}

fn translate<'m>(f: &mut Forward<'m>, ty: Type<'m>, note: &Note<'m>) -> Result<Id> {
    match (ty.kind(), note) {
        (_, Note::Cut { ty, note }) => noted(f, *ty, note),
        (TypeKind::Integer, Note::Encoded(name)) => encoded(f, ty, name),
        (TypeKind::Integer, note) => integer(f, ty.int_width(), *note == Note::Signed),
        (TypeKind::Vector, note) => vector(f, ty, note),
        (TypeKind::Array, Note::Array { stride, length, element }) => array(f, ty, (*stride, *length), element),
        (TypeKind::Struct, note) if notes::is_any_matrix(ty) => matrix(f, ty, note),
        (TypeKind::Struct, _) => structure(f, ty),
        (TypeKind::Pointer, Note::Pointer { pointee: Some(pointee), stride, note }) => {
            let class = pointers::storage_class(f, ty.address_space())?;
            if is_open(f, *pointee) {
                return forward_pointer(f, class, *pointee, (note, *stride));
            }
            // Only pointers to structures are declared before what they point to.
            let is_structure = pointee.is_struct() && !notes::is_any_matrix(*pointee);
            let is_physical = class == StorageClass::PhysicalStorageBuffer;
            if is_physical && is_structure && !f.shaders.open.is_empty() && is_small(f, *pointee) {
                return forward_pointer(f, class, *pointee, (note, *stride));
            }
            let id = noted(f, *pointee, note)?;
            let is_it = |row: &ForwardPointer<'m>| row.is_to(class, *pointee, note, *stride);
            match f.shaders.forward_pointers.iter().position(is_it) {
                Some(place) => {
                    let declared = f.shaders.forward_pointers.swap_remove(place);
                    complete_pointer(f, &declared)
                }
                None => pointer(f, class, id, *stride),
            }
        }
        _ => types::forward(f, ty),
    }
}

/// Returns a type of pointers with a stride, one type for each combination.
pub fn pointer(f: &mut Forward<'_>, class: StorageClass, pointee: Id, stride: u32) -> Result<Id> {
    if stride == 0 {
        return pointers::pointer_type(f, class, pointee);
    }
    if let Some(id) = f.shaders.strided.get(&(class, pointee, stride)) {
        return Ok(*id);
    }
    let id = f.spv.global(Op::TypePointer, None, &[class as u32, pointee])?;
    f.pointers.insert(id, (class, pointee));
    f.spv.decorate(id, Decoration::ArrayStride, &[stride])?;
    f.shaders.strided.insert((class, pointee, stride), id);
    Ok(id)
}

/// The capabilities that enable 8-bit integers: the first for every use, the others only for storing.
pub const INT8: &[Capability] = &[
    Capability::Int8,
    Capability::StorageBuffer8BitAccess,
    Capability::UniformAndStorageBuffer8BitAccess,
    Capability::StoragePushConstant8,
    Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
];
/// The capabilities that enable 16-bit integers: the first for every use, the others only for storing.
pub const INT16: &[Capability] = &[
    Capability::Int16,
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StoragePushConstant16,
    Capability::StorageInputOutput16,
    Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
];
/// The capabilities that enable 16-bit floating-point numbers: the first for every use, the others only for storing.
pub const HALF: &[Capability] = &[
    Capability::Float16,
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StoragePushConstant16,
    Capability::StorageInputOutput16,
    Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
];

/// Declares the first of some capabilities that the options allow; if they allow none, the first, so that the error names it.
fn enable(f: &mut Forward<'_>, enabling: &[Capability]) {
    let mut allowed = enabling.to_vec();
    allowed.retain(|capability| availability::allows_capability(f.options, *capability) || f.spv.has(*capability));
    match (allowed.is_empty(), enabling.first()) {
        (true, Some(first)) => f.spv.require(*first),
        _ => drop(f.spv.enable(&allowed, |_| true)),
    }
}

fn half(f: &mut Forward<'_>) -> Result<Id> {
    enable(f, HALF);
    types::float(f, 16, None)
}

fn integer(f: &mut Forward<'_>, width: u32, is_signed: bool) -> Result<Id> {
    match width {
        1 => return types::int(f, 1),
        8 => enable(f, INT8),
        16 => enable(f, INT16),
        32 => {}
        64 => f.spv.require(Capability::Int64),
        _ => return Err(types::no_width(width)),
    }
    let id = f.spv.unique_type(Op::TypeInt, &[width, u32::from(is_signed)])?;
    if is_signed {
        f.shaders.signed.insert(id);
    }
    Ok(id)
}

/// The type of numbers with an encoding, whose bits an integer holds.
fn encoded<'m>(f: &mut Forward<'m>, ty: Type<'m>, name: &'static str) -> Result<Id> {
    let row = encodings::by_name(name).filter(|row| ty.is_int_of(row.width));
    let row = row.ok_or_else(|| Error::of(Code::Metadata, format!("metadata !{} of {ty} is {name}", notes::NAME)))?;
    f.spv.require(row.capability);
    let id = f.spv.unique_type(Op::TypeFloat, &[row.width, row.encoding as u32])?;
    f.shaders.encoded.insert(id, name);
    Ok(id)
}

fn vector<'m>(f: &mut Forward<'m>, ty: Type<'m>, note: &Note<'m>) -> Result<Id> {
    let component = noted(f, ty.scalar(), note)?;
    let id = types::vector_of_checked(f, component, ty.count())?;
    f.shaders.shapes.insert(id, Shape::Vector(component, ty.count() as u32));
    if f.shaders.signed.contains(&component) {
        f.shaders.signed.insert(id);
    }
    if let Some(name) = f.shaders.encoded.get(&component).copied() {
        f.shaders.encoded.insert(id, name);
    }
    Ok(id)
}

fn array<'m>(
    f: &mut Forward<'m>,
    ty: Type<'m>,
    (stride, length): (u32, Option<Metadata<'m>>),
    note: &Note<'m>,
) -> Result<Id> {
    let element = ty.element().ok_or_else(|| Error::internal("an array without an element type"))?;
    let inner = if notes::is_padded(element) { element.field(0).unwrap_or(element) } else { element };
    let element = noted(f, inner, note)?;
    let length = spec_nodes::operand(f, length)?.map(|length| length.id);
    let id = match (ty.count(), stride) {
        (0, 0) if length.is_none() => f.spv.unique_type(Op::TypeRuntimeArray, &[element])?,
        (count, 0) if length.is_none() => types::array_of(f, element, count)?,
        (count, stride) => {
            let length = match (length, count) {
                (Some(length), _) => Some(length),
                (None, 0) => None,
                (None, count) => Some(constant_length(f, count)?),
            };
            strided_array(f, element, length, stride)?
        }
    };
    f.shaders.shapes.insert(id, Shape::Array(element));
    f.shaders.lengths.insert(id, ty.count());
    Ok(id)
}

fn constant_length(f: &mut Forward<'_>, count: u64) -> Result<Id> {
    let count = u32::try_from(count).map_err(|_| Error::of(Code::Limit, format!("an array of {count} elements")))?;
    crate::concepts::base::constants::word(f, count)
}

/// Returns the type of arrays with a stride, or with a specialised length (a stride of 0 is none), one type for each combination.
fn strided_array(f: &mut Forward<'_>, element: Id, length: Option<Id>, stride: u32) -> Result<Id> {
    let key = [element, length.unwrap_or(0), stride];
    if let Some(id) = f.shaders.strided_arrays.get(&key) {
        return Ok(*id);
    }
    let id = match length {
        Some(length) => f.spv.global(Op::TypeArray, None, &[element, length])?,
        None => f.spv.global(Op::TypeRuntimeArray, None, &[element])?,
    };
    if stride != 0 {
        f.spv.decorate(id, Decoration::ArrayStride, &[stride])?;
    }
    f.shaders.strided_arrays.insert(key, id);
    Ok(id)
}

/// Returns the type of a matrix; its layout in memory does not matter.
fn matrix<'m>(f: &mut Forward<'m>, ty: Type<'m>, note: &Note<'m>) -> Result<Id> {
    let form = notes::matrix_parts(ty).ok_or_else(|| Error::of(Code::IllegalType, format!("the matrix type {ty}")))?;
    let component = noted(f, form.component, note)?;
    let column = types::vector_of_checked(f, component, form.rows.into())?;
    f.shaders.shapes.insert(column, Shape::Vector(component, form.rows));
    let id = f.spv.unique_type(Op::TypeMatrix, &[column, form.columns])?;
    f.shaders.shapes.insert(id, Shape::Matrix(column, form.columns));
    Ok(id)
}

/// Returns the type of a structure, which may be in the table or come from another compiler; `void` for the structure
/// that stands for it.
fn structure<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    if ty.struct_name() == Some(VOID) {
        return f.spv.unique_type(Op::TypeVoid, &[]);
    }
    if let Some(id) = f.types.get(&ty) {
        return Ok(id);
    }
    let row = f.shaders.structs.get(&ty).cloned();
    let Some(row) = row else {
        let members =
            ty.struct_fields().into_iter().map(|field| types::forward(f, field)).collect::<Result<Vec<_>>>()?;
        let elements = (0..members.len() as u32).map(Some).collect();
        let id = match ty.struct_name() {
            Some(name) => {
                let id = f.spv.global(Op::TypeStruct, None, &members)?;
                f.spv.name(id, name)?;
                id
            }
            None => f.spv.unique_type(Op::TypeStruct, &members)?,
        };
        f.shaders.shapes.insert(id, Shape::Struct(members, elements));
        f.types.insert(ty, id);
        return Ok(id);
    };
    described(f, ty, &row)
}

/// Returns whether the type is a structure whose members are being translated, or an array of such ones.
fn is_open<'m>(f: &Forward<'m>, mut ty: Type<'m>) -> bool {
    while let Some(element) = ty.element().filter(|_| ty.is_array()) {
        ty = if notes::is_padded(element) { element.field(0).unwrap_or(element) } else { element };
    }
    f.shaders.open.contains(&ty)
}

/// Returns whether a structure has 8-bit or 16-bit numbers. The validator attributes these to any structure with a
/// pointer to it, unless the pointer type is declared before.
fn is_small<'m>(f: &Forward<'m>, ty: Type<'m>) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        if ty.is_array() {
            work.extend(ty.element());
        } else if ty.is_struct() {
            let row = f.shaders.structs.get(&ty).filter(|_| seen.insert(ty));
            work.extend(row.into_iter().flat_map(|row| &row.members).filter_map(|member| ty.field(member.element)));
        } else if matches!(ty.scalar().int_width(), 8 | 16) || ty.scalar().float_width() == 16 {
            return true;
        }
    }
    false
}

/// Returns the type of a pointer to a structure that is not written yet, declared by `OpTypeForwardPointer`.
fn forward_pointer<'m>(
    f: &mut Forward<'m>,
    class: StorageClass,
    pointee: Type<'m>,
    (note, stride): (&Note<'m>, u32),
) -> Result<Id> {
    let is_it = |row: &&ForwardPointer<'m>| row.is_to(class, pointee, note, stride);
    if let Some(declared) = f.shaders.forward_pointers.iter().find(is_it) {
        return Ok(declared.id);
    }
    let id = f.spv.fresh();
    f.spv.emit(Section::Globals, Op::TypeForwardPointer, &[id, class as u32])?;
    f.shaders.forward_pointers.push(ForwardPointer { id, class, pointee, note: note.clone(), stride });
    Ok(id)
}

/// Writes the pointer types that were declared before what they point to.
fn complete_pointers(f: &mut Forward<'_>) -> Result<()> {
    while f.shaders.open.is_empty()
        && let Some(declared) = f.shaders.forward_pointers.pop()
    {
        complete_pointer(f, &declared)?;
    }
    Ok(())
}

fn complete_pointer<'m>(f: &mut Forward<'m>, declared: &ForwardPointer<'m>) -> Result<Id> {
    let ForwardPointer { id, class, pointee, note, stride } = declared;
    let pointee = noted(f, *pointee, note)?;
    f.spv.global_as(*id, Op::TypePointer, None, &[*class as u32, pointee])?;
    f.pointers.insert(*id, (*class, pointee));
    match stride {
        0 => _ = f.pointer_types.entry((*class, pointee)).or_insert(*id),
        stride => {
            f.spv.decorate(*id, Decoration::ArrayStride, &[*stride])?;
            f.shaders.strided.entry((*class, pointee, *stride)).or_insert(*id);
        }
    }
    Ok(*id)
}

fn described<'m>(f: &mut Forward<'m>, ty: Type<'m>, row: &ForwardStruct<'m>) -> Result<Id> {
    f.shaders.open.insert(ty);
    let members = structs::member_types(f, ty, row);
    f.shaders.open.remove(&ty);
    let members = members?;
    let mut elements = vec![None; ty.field_count() as usize];
    for (index, member) in (0..).zip(&row.members) {
        elements.get_mut(member.element as usize).into_iter().for_each(|element| *element = Some(index));
    }
    let id = f.spv.global(Op::TypeStruct, None, &members)?;
    structs::describe(f, id, row)?;
    f.shaders.shapes.insert(id, Shape::Struct(members, elements));
    f.types.insert(ty, id);
    complete_pointers(f)?;
    Ok(id)
}

/// Returns the note of the type of a specialization constant, if it says something.
pub fn spec_shape<'m>(r: &Reverse<'m>, ty: Id) -> Result<Option<Metadata<'m>>> {
    let note = notes::of(r, ty)?;
    let says = note != notes::by_default(r.module.layout(), r.ty(ty)?, false)?;
    says.then(|| notes::write(r.context, &note)).transpose()
}

/// Returns the type of a specialization constant.
pub fn spec_type<'m>(f: &mut Forward<'m>, ty: Type<'m>, note: Option<Metadata<'m>>) -> Result<Option<Id>> {
    let note = match note {
        Some(note) => notes::read(note)?,
        None => notes::by_default(f.module.layout(), ty, false)?,
    };
    noted(f, ty, &note).map(Some)
}

/// Returns the type of integers, or of vectors of them, with the sign `is_signed`.
pub fn with_sign<'m>(f: &mut Forward<'m>, ty: Type<'m>, is_signed: bool) -> Result<Id> {
    noted(f, ty, if is_signed { &Note::Signed } else { &Note::Plain })
}
