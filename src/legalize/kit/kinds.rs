//! Kinds of LLVM types that the legalization distinguishes.

use crate::llvm::{Opcode, Type, TypeKind, Value};

/// The address space of allocas, to which SPIR-V has no module-scope variables.
pub const FUNCTION: u32 = 0;

/// The depth to which structures and constant address expressions are examined.
pub const MAX_DEPTH: u32 = 16;

/// Returns whether core SPIR-V has integers of a width, booleans included.
pub fn is_legal_width(bits: u32) -> bool {
    matches!(bits, 1 | 8 | 16 | 32 | 64)
}

/// Returns whether core SPIR-V has vectors of a length.
pub fn is_legal_count(lanes: u64) -> bool {
    matches!(lanes, 2..=4 | 8 | 16)
}

/// Returns whether a type is `i1`, or a vector of it.
pub fn is_boolean(ty: Type<'_>) -> bool {
    ty.scalar().is_int_of(1)
}

/// Returns whether a type is a struct or an array.
pub fn is_aggregate(ty: Type<'_>) -> bool {
    ty.is_struct() || ty.is_array()
}

/// Returns whether a type is `bfloat`, or a vector of it.
pub fn is_bfloat(ty: Type<'_>) -> bool {
    ty.scalar().kind() == TypeKind::BFloat
}

/// Returns whether an instruction computes with `bfloat`, and does not just convert it.
pub fn is_bfloat_arithmetic(inst: Value<'_>) -> bool {
    match inst.opcode() {
        Some(Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem | Opcode::FNeg) => {
            is_bfloat(inst.ty())
        }
        Some(Opcode::FCmp) => inst.operand(0).is_some_and(|operand| is_bfloat(operand.ty())),
        _ => false,
    }
}

/// Returns whether a type is an opaque handle (`spirv.*`), or contains one.
pub fn has_handle(ty: Type<'_>, depth: u32) -> bool {
    let is_handle = |name: &str| name.starts_with("spirv.") && name != "spirv.Padding";
    if ty.target_name().is_some_and(is_handle) {
        return true;
    }
    depth > 0 && ty.fields().chain(ty.element().filter(|_| ty.is_array())).any(|part| has_handle(part, depth - 1))
}
