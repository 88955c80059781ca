//! Atomics.

use super::Builder;
use super::atomic_rules::{is_atomic, is_float, ordering_name, require_strong};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{require_pointer, require_type, show};
use crate::llvm::create::globals::need;
use crate::llvm::handles::refused;
use crate::llvm::{AtomicOrdering as Ordering, AtomicRmwOp as Op, Opcode, TypeKind, Value};

impl<'m> Builder<'m> {
    /// Builds `atomicrmw`, aligned to the size of its type.
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

    /// Builds `cmpxchg`, which yields `{ ty, i1 }`.
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
    /// Makes a `load` or `store` atomic; fails for an ordering that it cannot have.
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
