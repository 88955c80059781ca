//! Opaque types that shaders have besides images (acceleration structures, ray queries, hit objects and the like), and the
//! types of operands in the names of builtins.
//!
//! In LLVM IR: `target("spirv.AccelerationStructureKHR")`, by the name of the instruction that declares the type,
//! followed by its operands, which are types and numbers ([`parameters`]). In names of builtins, matrices, structures
//! and arrays have their names in LLVM IR.

mod parameters;

use crate::binary::builder::Id;
use crate::binary::grammar;
use crate::binary::{Instruction, Op};
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::Type;
use crate::state::{Forward, Reverse, availability};
use llvm_spirv_mangling as mangling;

/// The prefix of instructions that declare types.
const TYPE: &str = "OpType";

/// The name of arrays in names of builtins, and of those of signed integers.
const ARRAY: &str = "spirv.array";
pub const SIGNED_ARRAY: &str = "spirv.array.signed";

/// Returns whether a type in a builtin's name is an array.
pub fn is_array(name: &str) -> bool {
    [ARRAY, SIGNED_ARRAY].contains(&name)
}

// --- SPIR-V to LLVM ---

/// Returns the target extension type of an opaque type.
pub fn reverse_type<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    let Some(name) = inst.name().strip_prefix(TYPE) else { return Ok(None) };
    let Some(parameters) = parameters::reverse(r, inst)? else { return Ok(None) };
    let types = parameters.types.iter().map(|ty| r.ty(*ty)).collect::<Result<Vec<_>>>()?;
    let sign = if parameters.is_signed { parameters::SIGNED } else { "" };
    r.context.target_type(&format!("spirv.{sign}{name}"), &types, &parameters.numbers).map(Some)
}

/// Returns the type for a SPIR-V type in names of builtins.
pub fn mangled<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<mangling::Type>> {
    let id = inst.result_id().unwrap_or_default();
    Ok(match inst.opcode() {
        Op::TypeMatrix | Op::TypeStruct => r.ty(id)?.struct_name().map(mangling::Type::named),
        Op::TypeArray | Op::TypeRuntimeArray => {
            let is_signed = notes::of(r, id)?.is_signed();
            Some(mangling::Type::named(if is_signed { SIGNED_ARRAY } else { ARRAY }))
        }
        // Their own chapter has a name for each shape.
        Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV | Op::TypeVectorIdEXT => None,
        op => match grammar::name(op).strip_prefix(TYPE) {
            Some(name) => Some(mangling::Type::named(parameters::mangled(r, inst, name)?)),
            None => None,
        },
    })
}

// --- LLVM to SPIR-V ---

/// Returns the SPIR-V type of a target extension type that is opaque.
pub fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    let Some(name) = ty.target_name().and_then(|name| name.strip_prefix("spirv.")) else { return Ok(None) };
    let unsigned = name.strip_prefix(parameters::SIGNED);
    let Ok(op) = format!("Type{}", unsigned.unwrap_or(name)).parse::<Op>() else { return Ok(None) };
    let Some(operands) = parameters::forward(f, op, ty, unsigned.is_some())? else { return Ok(None) };
    let info = grammar::info_or_unknown(op as u16);
    availability::require(f, &info.requires, || info.name.to_owned())?;
    f.spv.unique_type(op, &operands).map(Some)
}
