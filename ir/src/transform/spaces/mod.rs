//! Address space inference: a pointer that was cast to the flat address space gets the space of its source back, if that is unique.
//!
//! First the addresses are collected (`addresses`), then the space of each is inferred (`infer`). An address with a specific space
//! gets a twin in that space; its users use the twin, or a cast of the twin to the flat space (`rewrite`). Three things differ from
//! LLVM's pass, which crashes on them: an address computed from flat constants alone is flat, a masked address (`llvm.ptrmask`) is
//! flat, and the source of a cast is examined once.
//!
//! Source: `llvm/lib/Transforms/Scalar/InferAddressSpaces.cpp`, without a target.

mod addresses;
mod infer;
mod rewrite;
mod uses;

use rustc_hash::FxHashMap;

use crate::draft::{Draft, Function, Result, Type, Value};
use crate::instruction::Opcode;
use crate::types::TypeKind;

/// The function to transform, and the flat space.
#[derive(Clone, Copy)]
struct Flat<'d> {
    draft: &'d Draft,
    function: Function<'d>,
    space: u32,
}

/// The inferred spaces of addresses; `None` as long as a space is unknown.
type Spaces<'d> = FxHashMap<Value<'d>, Option<u32>>;

/// Replaces casts to the address space `flat` in a function by their sources where possible. Returns whether anything changed.
///
/// # Errors
/// None for a valid draft.
pub fn infer_address_spaces(function: Function<'_>, flat: u32) -> Result<bool> {
    let flat = Flat { draft: function.value().draft(), function, space: flat };
    let addresses = addresses::of(flat);
    let spaces = infer::spaces(flat, &addresses);
    rewrite::rewrite(flat, &addresses, &spaces)
}

/// Returns the address space of a pointer or a vector of pointers.
fn space_of(value: Value<'_>) -> Option<u32> {
    let ty = value.ty().scalar();
    (ty.kind() == TypeKind::Pointer).then(|| ty.size() as u32)
}

impl<'d> Flat<'d> {
    fn is_flat(self, value: Value<'d>) -> bool {
        space_of(value) == Some(self.space)
    }

    /// Returns a type of pointers, or of vectors of pointers, with another address space.
    fn in_space(self, ty: Type<'d>, space: u32) -> Result<Type<'d>> {
        let pointer = self.draft.pointer_type(space)?;
        match ty.kind() {
            TypeKind::Vector => self.draft.vector_type(pointer, ty.size() as u32),
            _ => Ok(pointer),
        }
    }

    /// Returns a constant, cast to a pointer type.
    fn cast(self, constant: Value<'d>, ty: Type<'d>) -> Result<Value<'d>> {
        if constant.ty() == ty { Ok(constant) } else { self.draft.const_cast(Opcode::AddrSpaceCast, constant, ty) }
    }

    fn is_own(self, instruction: Value<'d>) -> bool {
        instruction.block().and_then(|block| block.function()) == Some(self.function)
    }
}

/// Returns the opcode of an instruction or of a constant expression.
fn opcode(value: Value<'_>) -> Option<Opcode> {
    value.opcode().or_else(|| value.constant_opcode())
}
