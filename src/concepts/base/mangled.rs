//! The types that mangled names of builtins have for SPIR-V types, on the way back.

use super::opaque_types::names;
use crate::binary::{Id, Op};
use crate::error::{Code, Error, Result};
use crate::state::Reverse;
use llvm_spirv_mangling as mangling;

/// Deepest nesting of vectors and pointers in a type that a name spells out.
const MAX_DEPTH: u32 = 2;

/// Returns the type for a SPIR-V type in a builtin's mangled name; integers are signed if `signed` is set or the type is.
pub fn mangled(r: &Reverse<'_>, ty: Id, signed: bool) -> Result<mangling::Type> {
    nested(r, ty, signed, MAX_DEPTH)
}

fn nested(r: &Reverse<'_>, ty: Id, signed: bool, depth: u32) -> Result<mangling::Type> {
    use mangling::Type as T;
    let definition = r.spv.definition(ty).ok_or_else(|| Error::of(Code::Operands, format!("%{ty} is no type")))?;
    Ok(match definition.opcode() {
        Op::TypeVoid => T::Void,
        Op::TypeBool => T::Bool,
        Op::TypeInt => integer(definition.operand(0)?, signed || definition.operand(1)? == 1)?,
        Op::TypeFloat => float(definition.in_operands())?,
        Op::TypeVector if depth > 0 => {
            T::vector(definition.operand(1)?, nested(r, definition.operand(0)?, signed, depth - 1)?)
        }
        // Names have one pointer to what holds the packets, which is one itself.
        Op::TypePointer if is_storage_of_pipe(r, definition.operand(1)?) => {
            nested(r, definition.operand(1)?, signed, depth)?
        }
        Op::TypePointer => {
            let pointee = pointee(r, definition.operand(1)?, signed, depth);
            T::pointer(r.ty(ty)?.address_space(), pointee)
        }
        Op::TypeUntypedPointerKHR => T::pointer(r.ty(ty)?.address_space(), if signed { T::Char } else { T::UChar }),
        _ => names::mangled(r, definition)?,
    })
}

/// Returns whether the type is a pipe storage, to which mangled names in Khronos mode have no pointer of their own.
fn is_storage_of_pipe(r: &Reverse<'_>, ty: Id) -> bool {
    let opcode = r.spv.definition(ty).map(|ty| ty.opcode());
    opcode == Some(Op::TypePipeStorage) && r.options.policy.names_pipe_storage_alone
}

/// Returns the type for the pointee `ty` in a builtin's mangled name.
pub fn mangled_pointee(r: &Reverse<'_>, ty: Id, signed: bool) -> mangling::Type {
    pointee(r, ty, signed, MAX_DEPTH)
}

/// Returns the pointee of a pointer for mangling: numbers, vectors, opaque types and structures by their names,
/// anything else is bytes.
fn pointee(r: &Reverse<'_>, ty: Id, signed: bool, depth: u32) -> mangling::Type {
    let opcode = r.spv.definition(ty).map(|ty| ty.opcode());
    if let Some(name) = r.spv.name(ty).filter(|name| opcode == Some(Op::TypeStruct) && !name.is_empty()) {
        return mangling::Type::named(name);
    }
    let is_pointer = matches!(opcode, Some(Op::TypePointer | Op::TypeUntypedPointerKHR));
    let known = if is_pointer || depth == 0 { None } else { nested(r, ty, signed, depth - 1).ok() };
    known.unwrap_or(mangling::Type::Char)
}

fn integer(width: u32, signed: bool) -> Result<mangling::Type> {
    use mangling::Type as T;
    Ok(match (width, signed) {
        (8, true) => T::Char,
        (8, false) => T::UChar,
        (16, true) => T::Short,
        (16, false) => T::UShort,
        (32, true) => T::Int,
        (32, false) => T::UInt,
        (64, true) => T::Long,
        (64, false) => T::ULong,
        // C's names have no widths; the type of the function tells it.
        (_, true) => T::Int,
        (_, false) => T::UInt,
    })
}

/// Returns the mangled type of a float, given its width and, if it is not an IEEE 754 format, its encoding.
fn float(operands: &[u32]) -> Result<mangling::Type> {
    use mangling::Type as T;
    match *operands {
        // They are held in integers.
        [4, _] => Ok(T::Int),
        [8, _] => Ok(T::Char),
        [16, _] => Ok(T::BFloat16),
        [16] => Ok(T::Half),
        [32] => Ok(T::Float),
        [64] => Ok(T::Double),
        _ => Err(Error::of(Code::Builtin, format!("OpTypeFloat of {operands:?} in the name of a builtin"))),
    }
}
