//! Notes of types: the properties of a SPIR-V type that the LLVM type of a value, variable or member does not express.
//!
//! In LLVM IR, a note is `!spirv.Type` on a global, function or instruction, or the last operand of a member in
//! `!spirv.Struct`: `!{}` for an unsigned integer, `!{!"signed"}`, `!{!"E4M3"}` for integers that contain numbers of
//! that encoding, `!{!"array", i32 stride, note, length}`, `!{!"cut", T poison, note}` and `!{!"pointee", T poison,
//! note, stride}`. A note is written only where the rules of `values` and [`by_default`] would give another type.

use crate::binary::{Decoration, Id, Op};
use crate::conventions::encodings;
use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Metadata, Type, TypeKind, Value, layout::DataLayout};
use crate::state::Reverse;
use crate::state::slots::shaders::Note;

/// The name of the metadata that contains a note.
pub const NAME: &str = "spirv.Type";

/// The depth to which pointers and arrays may nest in a note.
const MAX_DEPTH: u32 = 256;

/// The prefix of the names of structures that add padding to an array element.
pub const PADDED: &str = "spirv.stride.";

/// The prefix of the names of structures that stand for matrices.
pub const MATRIX: &str = "spirv.matrix.";

fn too_deep() -> Error {
    Error::of(Code::Limit, format!("pointers and arrays that nest deeper than {MAX_DEPTH} levels"))
}

/// The metadata of a variable for the `ArrayStride` of the type of its pointer: `!{i32 stride}`.
pub const STRIDE: &str = "spirv.ArrayStride";

/// Returns whether the type is a structure that adds padding to an element of an array.
pub fn is_padded(ty: Type<'_>) -> bool {
    has_name(ty, PADDED)
}

/// Returns whether the type is that of a matrix, in memory or as a value.
pub fn is_any_matrix(ty: Type<'_>) -> bool {
    has_name(ty, MATRIX) && ty.field_count() == 1
}

/// The parts of the type of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixParts<'m> {
    /// The type of a component.
    pub component: Type<'m>,
    /// The number of columns.
    pub columns: u32,
    /// The number of components of a column.
    pub rows: u32,
    /// Set if the matrix is stored as an array of rows rather than of columns.
    pub is_row_major: bool,
}

/// Returns the parts of the type of a matrix.
pub fn matrix_parts(ty: Type<'_>) -> Option<MatrixParts<'_>> {
    let lines = ty.field(0).filter(|_| is_any_matrix(ty))?;
    let element = lines.element()?;
    let line = if is_padded(element) { element.field(0)? } else { element };
    let (count, length) = (lines.count() as u32, line.count() as u32);
    let is_row_major = ty.struct_name()?.contains(".row.");
    let (columns, rows) = if is_row_major { (length, count) } else { (count, length) };
    Some(MatrixParts { component: line.scalar(), columns, rows, is_row_major })
}

fn has_name(ty: Type<'_>, prefix: &str) -> bool {
    ty.kind() == TypeKind::Struct && ty.struct_name().is_some_and(|name| name.starts_with(prefix))
}

/// Returns the default note of an LLVM type: integers are unsigned, arrays have the stride of their elements in memory
/// with an explicit layout and none elsewhere, and pointers point to bytes.
pub fn by_default<'m>(layout: DataLayout<'_>, ty: Type<'m>, is_explicit: bool) -> Result<Note<'m>> {
    default_to(layout, ty, is_explicit, MAX_DEPTH)
}

fn default_to<'m>(layout: DataLayout<'_>, ty: Type<'m>, is_explicit: bool, depth: u32) -> Result<Note<'m>> {
    if depth == 0 {
        return Err(too_deep());
    }
    match ty.element().filter(|_| ty.is_array()) {
        Some(element) => {
            let has_stride = is_explicit || is_padded(element);
            let stride = layout.abi_size(element).filter(|_| has_stride).unwrap_or(0);
            let inner = if is_padded(element) { element.field(0).unwrap_or(element) } else { element };
            let element = Box::new(default_to(layout, inner, is_explicit, depth - 1)?);
            Ok(Note::Array { stride: stride as u32, length: None, element })
        }
        None if ty.is_pointer() => Ok(Note::Pointer { pointee: None, stride: 0, note: Box::new(Note::Plain) }),
        None => Ok(Note::Plain),
    }
}

// --- SPIR-V to LLVM ---

/// Returns the note of a SPIR-V type.
pub fn of<'m>(r: &Reverse<'m>, ty: Id) -> Result<Note<'m>> {
    of_to(r, ty, MAX_DEPTH)
}

fn of_to<'m>(r: &Reverse<'m>, ty: Id, depth: u32) -> Result<Note<'m>> {
    if depth == 0 {
        return Err(too_deep());
    }
    let Some(definition) = r.spv.definition(ty) else { return Ok(Note::Plain) };
    Ok(match definition.opcode() {
        Op::TypeInt if definition.operand(1)? == 1 => Note::Signed,
        Op::TypeFloat => encodings::encoding(definition).map_or(Note::Plain, |row| Note::Encoded(row.name)),
        Op::TypeVector | Op::TypeMatrix => of_to(r, definition.operand(0)?, depth - 1)?,
        Op::TypeArray | Op::TypeRuntimeArray => Note::Array {
            stride: array_stride(r, ty),
            length: r.shaders.lengths.get(&ty).copied(),
            element: Box::new(of_to(r, definition.operand(0)?, depth - 1)?),
        },
        Op::TypePointer => {
            let pointee = definition.operand(1)?;
            Note::Pointer {
                pointee: Some(r.ty(pointee)?),
                stride: array_stride(r, ty),
                note: Box::new(of_to(r, pointee, depth - 1)?),
            }
        }
        _ => Note::Plain,
    })
}

/// Returns the `ArrayStride` of an array type; 0 without one.
pub fn array_stride(r: &Reverse<'_>, ty: Id) -> u32 {
    r.spv.decoration(ty, Decoration::ArrayStride).and_then(|words| words.first().copied()).unwrap_or(0)
}

/// Builds the metadata of a note.
pub fn write<'m>(context: &'m Context, note: &Note<'m>) -> Result<Metadata<'m>> {
    let operands = match note {
        Note::Plain => Vec::new(),
        Note::Signed => vec![Some(context.md_string("signed"))],
        Note::Encoded(name) => vec![Some(context.md_string(name))],
        Note::Array { stride, length, element } => {
            let stride = context.md_int(32, (*stride).into())?;
            vec![Some(context.md_string("array")), Some(stride), Some(write(context, element)?), *length]
        }
        Note::Cut { ty, note } => {
            let carrier = context.md_value(context.poison(*ty)?)?;
            vec![Some(context.md_string("cut")), Some(carrier), Some(write(context, note)?)]
        }
        Note::Pointer { pointee, stride, note } => {
            let carrier = |pointee: &Type<'m>| context.md_value(context.poison(*pointee)?);
            let pointee = pointee.as_ref().map(carrier).transpose()?;
            let mut operands = vec![Some(context.md_string("pointee")), pointee, Some(write(context, note)?)];
            if *stride != 0 {
                operands.push(Some(context.md_int(32, (*stride).into())?));
            }
            operands
        }
    };
    Ok(context.md_node(&operands))
}

// --- LLVM to SPIR-V ---

/// Parses a note from its metadata.
pub fn read<'m>(metadata: Metadata<'m>) -> Result<Note<'m>> {
    read_to(metadata, MAX_DEPTH)
}

/// Returns the stride of the type of a variable's pointer; 0 without one.
pub fn stride_of(global: Value<'_>) -> u32 {
    let node = global.has_metadata().then(|| global.metadata(STRIDE)).flatten();
    node.and_then(|node| number(node.operand(0))).unwrap_or(0)
}

fn number(metadata: Option<Metadata<'_>>) -> Option<u32> {
    metadata?.as_value().and_then(Value::int_value).and_then(|number| u32::try_from(number).ok())
}

fn read_to<'m>(metadata: Metadata<'m>, depth: u32) -> Result<Note<'m>> {
    let malformed = || Error::of(Code::Metadata, format!("metadata !{NAME} is malformed"));
    let inner = |part: Option<Metadata<'m>>| match (part, depth.checked_sub(1)) {
        (Some(part), Some(depth)) => read_to(part, depth).map(Box::new),
        (_, None) => Err(too_deep()),
        (None, _) => Err(malformed()),
    };
    let parts = metadata.operands();
    let kind = parts.first().copied().flatten().and_then(Metadata::as_string);
    match (kind, parts.get(1..).unwrap_or_default()) {
        (None, []) => Ok(Note::Plain),
        (Some("signed"), []) => Ok(Note::Signed),
        (Some(name), []) => encodings::by_name(name).map(|row| Note::Encoded(row.name)).ok_or_else(malformed),
        (Some("array"), [Some(stride), element, length]) => {
            let stride = number(Some(*stride)).ok_or_else(malformed)?;
            Ok(Note::Array { stride, length: *length, element: inner(*element)? })
        }
        (Some("cut"), [Some(carrier), note]) => {
            Ok(Note::Cut { ty: carrier.as_value().ok_or_else(malformed)?.ty(), note: inner(*note)? })
        }
        (Some("pointee"), [pointee, note, stride @ ..]) => {
            let pointee = pointee.map(|pointee| pointee.as_value().ok_or_else(malformed)).transpose()?;
            let stride = stride.first().map_or(Ok(0), |stride| number(*stride).ok_or_else(malformed))?;
            Ok(Note::Pointer { pointee: pointee.map(Value::ty), stride, note: inner(*note)? })
        }
        _ => Err(malformed()),
    }
}
