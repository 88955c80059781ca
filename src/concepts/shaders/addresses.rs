//! Addresses that LLVM IR has as data, and shaders do not: with logical addressing a pointer names a variable or a part of
//! one, and only one to PhysicalStorageBuffer is a number (SPIR-V 2.16.1 "Universal Validation Rules").

use crate::conventions::classes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use ::spirv::StorageClass;

// --- LLVM to SPIR-V ---

/// Returns whether the value of a constant is unknown before the shader runs: an address, or an expression of one.
pub fn is_computed(constant: Value<'_>) -> bool {
    constant.is_constant_expression() || constant.is_global_value()
}

/// Returns the error of an address in an initialiser or among the constituents of a constant.
#[cold]
pub fn in_constant(address: Value<'_>) -> Error {
    Error::of(Code::Constant, format!("{} as a part of a constant in a shader", shown(address)))
        .hint("keep an index in the constant, and compute the address where it is used")
}

/// Returns the name of a global; other values as LLVM prints them.
fn shown(value: Value<'_>) -> String {
    let is_named = value.is_global_value() && !value.name().is_empty();
    if is_named { format!("@{}", value.name()) } else { value.print().trim().to_owned() }
}

/// Returns an error if the value converts a pointer without a numeric value to an integer.
pub fn check_number(value: Value<'_>) -> Result<()> {
    let is_number = matches!(value.any_opcode(), Some(Opcode::PtrToInt | Opcode::PtrToAddr));
    let Some(pointer) = value.operand(0).filter(|_| is_number) else { return Ok(()) };
    match classes::class_of(pointer.ty().scalar().address_space()) {
        Some(StorageClass::PhysicalStorageBuffer) => Ok(()),
        _ => Err(Error::of(Code::Instruction, format!("the number of the address {}", shown(pointer)))
            .hint("in shaders, pointers to PhysicalStorageBuffer (address space 5349) have one")),
    }
}
