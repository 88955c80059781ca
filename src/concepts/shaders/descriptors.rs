//! Calls that use a descriptor from an array. All invocations that execute a call together use one index, unless it is
//! decorated as `NonUniform` (SPIR-V 3.20 "Decoration").
//!
//! In LLVM IR: `nomerge` at the call. If two branches use two descriptors of an array, passes would merge the two calls
//! into one, whose index differs between invocations.

use crate::conventions::classes;
use crate::error::Result;
use crate::llvm::{AttributePlace, Opcode, Type, Value};
use crate::state::Reverse;
use ::spirv::StorageClass;

/// The limit on the number of loads and calls between an array and a value computed from its element, such as the image
/// of a sampled image.
const MAX_DEPTH: u32 = 4;

/// Adds `nomerge` to a call that uses a descriptor which may have been selected by an index.
pub fn keep_apart<'m>(_: &Reverse<'m>, _: Value<'m>, call: Value<'m>) -> Result<()> {
    match call.call_args().any(|arg| is_of_an_array(arg, MAX_DEPTH)) {
        true => call.add_attribute(AttributePlace::Function, "nomerge", 0),
        false => Ok(()),
    }
}

/// Returns whether a value is an array of descriptors, an element of one, a pointer to its texel, or computed from an element;
/// parameters may be.
fn is_of_an_array(value: Value<'_>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    let space = value.ty().is_pointer().then(|| value.ty().address_space());
    if space.is_some_and(classes::has_descriptors) {
        return leads_to_an_array(value);
    }
    let is_texel = space.and_then(classes::class_of) == Some(StorageClass::Image);
    match value.opcode() {
        Some(Opcode::Call) if is_texel => value.call_args().any(|arg| is_of_an_array(arg, depth)),
        _ if value.ty().target_name().is_none() => false,
        Some(Opcode::Load) => value.operand(0).is_some_and(|pointer| is_of_an_array(pointer, depth)),
        Some(Opcode::Call) => value.call_args().any(|arg| is_of_an_array(arg, depth)),
        _ => true,
    }
}

/// Returns whether a pointer may come from a variable that is an array, as that of a parameter may.
fn leads_to_an_array(mut pointer: Value<'_>) -> bool {
    while pointer.is_gep() {
        let Some(base) = pointer.operand(0) else { return true };
        pointer = base;
    }
    pointer.value_type().is_none_or(Type::is_array)
}
