//! The types and orderings that atomics accept.

use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicOrdering as Ordering, Type, TypeKind};

/// Returns whether LLVM can load, store or exchange `ty` atomically.
pub(super) fn is_atomic(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Pointer => true,
        TypeKind::Integer => {
            let bits = ty.int_width();
            bits >= 8 && bits.is_power_of_two()
        }
        _ => is_float(ty),
    }
}

pub(super) fn is_float(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double | TypeKind::Fp128)
}

pub(super) fn require_strong(ordering: Ordering, what: &str) -> Result<()> {
    match ordering {
        Ordering::NotAtomic | Ordering::Unordered => {
            Err(Error::of(Code::Operands, format!("{what} cannot be {}", ordering_name(ordering))))
        }
        _ => Ok(()),
    }
}

pub(super) fn ordering_name(ordering: Ordering) -> &'static str {
    if ordering == Ordering::NotAtomic { "not atomic" } else { ordering.word() }
}
