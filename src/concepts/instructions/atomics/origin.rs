//! The address space from which the pointer of an atomic was cast to the generic one, for its memory semantics.

use crate::concepts::base::pointers;
use crate::concepts::instructions::memory_semantics as semantics;
use crate::llvm::{Opcode, Value};
use crate::state::Forward;
use ::spirv::StorageClass;
use rustc_hash::FxHashSet;

/// Returns the storage class bits of the memory semantics for an atomic through a pointer of this class. In Khronos
/// mode a generic pointer counts as the pointer that it was cast from.
pub fn class_bits(f: &Forward<'_>, pointer: Value<'_>, class: StorageClass) -> u32 {
    if class != StorageClass::Generic || !f.options.policy.orders_atomics_by_origin {
        return semantics::class_bits(class);
    }
    match origin(pointer) {
        Some(space) => pointers::class_of(space).map_or(0, semantics::class_bits),
        None => semantics::class_bits(class),
    }
}

/// Returns the address space of the first non-generic pointer found among the sources of a generic one; none if there is no other.
fn origin(pointer: Value<'_>) -> Option<u32> {
    let generic = pointer.ty().address_space();
    let mut left = vec![pointer];
    let mut seen = FxHashSet::default();
    while let Some(value) = left.pop() {
        if !seen.insert(value) {
            continue;
        }
        if value.ty().address_space() != generic {
            return Some(value.ty().address_space());
        }
        match value.opcode() {
            Some(Opcode::AddrSpaceCast | Opcode::BitCast | Opcode::GetElementPtr) => left.extend(value.operand(0)),
            Some(Opcode::Select) => left.extend([value.operand(1), value.operand(2)].into_iter().flatten()),
            Some(Opcode::Phi) => left.extend(value.incoming().map(|(value, _)| value)),
            _ => {}
        }
    }
    None
}
