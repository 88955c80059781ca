//! Atomics.

use super::Builder;
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{require_pointer, require_type, show};
use crate::llvm::create::globals::need;
use crate::llvm::handles::refused;
use crate::llvm::{AtomicOrdering as Ordering, AtomicRmwOp as Op, Opcode, Type, TypeKind, Value};

impl<'m> Builder<'m> {
    /// `atomicrmw`, aligned as its type is large.
    pub fn atomic_rmw(
        &self,
        op: Op,
        pointer: Value<'m>,
        v: Value<'m>,
        ordering: Ordering,
        scope: &str,
    ) -> Result<Value<'m>> {
        self.at()?;
        require_pointer(pointer, "`atomicrmw`")?;
        let ty = v.ty();
        let fits = match op {
            Op::Xchg => is_atomic(ty),
            Op::FAdd | Op::FSub | Op::FMax | Op::FMin | Op::FMaximum | Op::FMinimum => is_float(ty),
            _ => is_atomic(ty) && ty.kind() == TypeKind::Integer,
        };
        if !fits {
            let op = op.word();
            return Err(Error::of(Code::Operands, format!("`atomicrmw {op}` cannot take {}", show(ty))));
        }
        require_strong(ordering, "`atomicrmw`")?;
        self.put(self.made.atomic_rmw(op, pointer.0, v.0, ordering, scope.as_bytes()), String::new)
    }

    /// `cmpxchg`, which yields `{ ty, i1 }`.
    pub fn cmpxchg(
        &self,
        pointer: Value<'m>,
        compare: Value<'m>,
        new: Value<'m>,
        success: Ordering,
        failure: Ordering,
        scope: &str,
    ) -> Result<Value<'m>> {
        self.at()?;
        require_pointer(pointer, "`cmpxchg`")?;
        let ty = compare.ty();
        if !is_atomic(ty) || is_float(ty) {
            return Err(Error::of(Code::Operands, format!("`cmpxchg` cannot compare {}", show(ty))));
        }
        require_type(new, ty, "the new value of `cmpxchg`")?;
        require_strong(success, "`cmpxchg`")?;
        require_strong(failure, "a failed `cmpxchg`")?;
        if matches!(failure, Ordering::Release | Ordering::AcqRel) {
            return Err(Error::of(Code::Operands, format!("a failed `cmpxchg` cannot be {}", ordering_name(failure))));
        }
        let (values, orders) = ([compare.0, new.0], [success, failure]);
        self.put(self.made.cmpxchg(pointer.0, values, orders, scope.as_bytes()), String::new)
    }
}

impl Value<'_> {
    /// Makes a `load` or `store` atomic, of an ordering that it can have.
    pub fn set_ordering(self, ordering: Ordering, scope: &str) -> Result<()> {
        let (ty, wrong) = match self.opcode() {
            Some(Opcode::Load) => (self.ty(), Ordering::Release),
            Some(Opcode::Store) => (self.operand(0).map_or(self.ty(), Value::ty), Ordering::Acquire),
            _ => return need(false, self, "only a load or store can be made atomic"),
        };
        if ordering == wrong || ordering == Ordering::AcqRel {
            let error = format!("a load or store cannot be {} here", ordering_name(ordering));
            return Err(Error::of(Code::Operands, error));
        }
        if ordering != Ordering::NotAtomic && !is_atomic(ty) {
            return Err(Error::of(Code::Operands, format!("a load or store of {} cannot be atomic", show(ty))));
        }
        self.0.set_ordering(ordering, scope.as_bytes()).map_err(refused)
    }
}

/// Whether LLVM can load, store or exchange `ty` atomically.
fn is_atomic(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Pointer => true,
        TypeKind::Integer => ty.int_width() >= 8 && ty.int_width().is_power_of_two(),
        _ => is_float(ty),
    }
}

fn is_float(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double | TypeKind::Fp128)
}

fn require_strong(ordering: Ordering, what: &str) -> Result<()> {
    match ordering {
        Ordering::NotAtomic | Ordering::Unordered => {
            Err(Error::of(Code::Operands, format!("{what} cannot be {}", ordering_name(ordering))))
        }
        _ => Ok(()),
    }
}

fn ordering_name(ordering: Ordering) -> &'static str {
    if ordering == Ordering::NotAtomic { "not atomic" } else { ordering.word() }
}
