//! Integers of 8 and 16 bits in shaders for environments without them: values become integers of 32 bits (S4-102).
//!
//! Memory keeps its types, since the host and other members share it. A module that loads or stores such integers needs
//! the capability, and is rejected with its name.

use crate::concepts::shaders::types::{INT8, INT16};
use crate::llvm::{Module, Opcode, Type, Value};
use crate::options::Options;
use crate::state::availability;

/// The depth to which types are examined.
const MAX_DEPTH: u32 = 32;

/// Returns whether integers of 8 bits, and those of 16 bits, are legal as values.
pub fn legal<'m>(module: &'m Module<'m>, options: &Options) -> [bool; 2] {
    [(8, INT8), (16, INT16)].map(|(width, enabling)| {
        enabling.iter().any(|capability| availability::allows_capability(options, *capability))
            || is_in_memory(module, width)
    })
}

/// Returns whether an instruction reads or writes integers of a width in memory.
fn is_in_memory<'m>(module: &'m Module<'m>, width: u32) -> bool {
    let instructions = module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions());
    instructions.into_iter().any(|inst| accessed(inst).is_some_and(|ty| holds(ty, width, MAX_DEPTH)))
}

/// Returns the type that an instruction loads or stores.
fn accessed(inst: Value<'_>) -> Option<Type<'_>> {
    match inst.opcode()? {
        Opcode::Load => Some(inst.ty()),
        Opcode::Store => inst.operand(0).map(Value::ty),
        Opcode::AtomicRmw | Opcode::CmpXchg => inst.operand(1).map(Value::ty),
        _ => None,
    }
}

fn holds(ty: Type<'_>, width: u32, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    match ty.element().filter(|_| ty.is_array()) {
        Some(element) => holds(element, width, depth),
        None if ty.is_struct() => ty.fields().any(|field| holds(field, width, depth)),
        None => ty.scalar().is_int_of(width),
    }
}
