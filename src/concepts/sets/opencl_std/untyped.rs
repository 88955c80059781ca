//! The types that instructions of OpenCL.std read and write through untyped pointers.

use super::rows::Row;
use llvm_spirv_mangling::Type;

/// The number of the last mathematical instruction.
const LAST_OF_MATHS: u32 = 94;

/// Mathematical instructions that write integers through their pointer.
const WRITES_INTEGERS: &[&str] = &["frexp", "lgamma_r", "remquo"];

/// Returns the pointee by the types of the result and the first operand; none if it must be inferred from other uses.
pub fn pointee(row: &Row, result: &Type, first: &Type) -> Option<Type> {
    let whole = if row.name.starts_with("vstore") { first } else { result };
    Some(match row.name {
        name if WRITES_INTEGERS.contains(&name) => with_element(result, Type::Int),
        "printf" => Type::Char,
        name if name.contains("_half") || name.starts_with("vloada") || name.starts_with("vstorea") => Type::Half,
        name if name.starts_with("vload") || name.starts_with("vstore") => whole.element().clone(),
        _ if row.number <= LAST_OF_MATHS => result.clone(),
        _ => return None,
    })
}

/// Returns a type with the elements `element` and the number of components of `like`.
fn with_element(like: &Type, element: Type) -> Type {
    match like {
        Type::Vector(lanes, _) => Type::vector(*lanes, element),
        _ => element,
    }
}
