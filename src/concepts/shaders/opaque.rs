//! Opaque types that shaders have besides images (acceleration structures, ray queries, hit objects and the like), and the
//! types of operands in the names of builtins.
//!
//! In LLVM IR: `target("spirv.AccelerationStructureKHR")`, by the name of the instruction that declares the type. A name of
//! a builtin has matrices, structures and arrays by their names in LLVM IR.

use super::notes;
use crate::binary::builder::Id;
use crate::binary::grammar;
use crate::binary::{Instruction, Op};
use crate::error::Result;
use crate::llvm::Type;
use crate::state::{Forward, Reverse, availability};
use llvm_spirv_mangling as mangling;

/// The beginning of the names of instructions that declare types.
const TYPE: &str = "OpType";

/// The name of arrays in names of builtins, and of those of signed integers.
const ARRAY: &str = "spirv.array";
pub const SIGNED_ARRAY: &str = "spirv.array.signed";

// --- SPIR-V to LLVM ---

/// Returns the target extension type of a type without operands.
pub fn reverse_type<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    match inst.name().strip_prefix(TYPE) {
        Some(name) if inst.in_operands().is_empty() => {
            r.context.target_type(&format!("spirv.{name}"), &[], &[]).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the type that names of builtins have for a type.
pub fn mangled<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<mangling::Type>> {
    let id = inst.result_id().unwrap_or_default();
    Ok(match inst.opcode() {
        Op::TypeMatrix | Op::TypeStruct => r.ty(id)?.struct_name().map(mangling::Type::named),
        Op::TypeArray | Op::TypeRuntimeArray => {
            let is_signed = notes::of(r, id)?.is_signed();
            Some(mangling::Type::named(if is_signed { SIGNED_ARRAY } else { ARRAY }))
        }
        op => grammar::name(op).strip_prefix(TYPE).map(|name| mangling::Type::named(format!("__spirv_{name}"))),
    })
}

// --- LLVM to SPIR-V ---

/// Returns the SPIR-V type of a target extension type without operands.
pub fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    let name = ty.target_name().and_then(|name| name.strip_prefix("spirv."));
    let op = name.and_then(|name| format!("Type{name}").parse::<Op>().ok());
    let Some(op) = op.filter(|_| ty.target_ints().is_empty() && ty.target_types().is_empty()) else { return Ok(None) };
    let info = grammar::info_or_unknown(op as u16);
    availability::require(f, &info.requires, || info.name.to_owned())?;
    f.spv.unique_type(op, &[]).map(Some)
}
