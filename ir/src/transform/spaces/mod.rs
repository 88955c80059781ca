//! Address spaces of pointers that were cast to the flat one: each takes that of what it comes from, if that is one.
//!
//! First the addresses are found that pointers are made of (`addresses`), then the space of each (`infer`); those that have one get
//! a twin of it, and what uses them uses the twin, or a cast of it to the flat space (`rewrite`). Three things differ from LLVM's
//! pass, which does not survive them: an address of nothing but flat constants is flat, a masked address (`llvm.ptrmask`) is flat, and
//! what a cast comes from is looked at once.
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

/// The function whose pointers are looked at, and the flat space.
#[derive(Clone, Copy)]
struct Flat<'d> {
    draft: &'d Draft,
    function: Function<'d>,
    space: u32,
}

/// The inferred spaces of addresses; `None` as long as nothing is known.
type Spaces<'d> = FxHashMap<Value<'d>, Option<u32>>;

/// Replaces casts to the address space `flat` in a function by the pointers that were cast. Returns whether anything
/// changed.
///
/// # Errors
/// None that a valid draft brings about.
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

    /// Returns the type of a pointer, or of a vector of them, in another space.
    fn in_space(self, ty: Type<'d>, space: u32) -> Result<Type<'d>> {
        let pointer = self.draft.pointer_type(space)?;
        match ty.kind() {
            TypeKind::Vector => self.draft.vector_type(pointer, ty.size() as u32),
            _ => Ok(pointer),
        }
    }

    /// Returns a constant cast to a type.
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
