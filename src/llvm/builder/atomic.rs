//! Atomic operations, and orderings of loads and stores.

use super::Builder;
use super::atomic_rules::{is_atomic, is_float, ordering_name, require_strong};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{built, require_pointer, require_type, show};
use crate::llvm::create::globals::need;
use crate::llvm::raw::Numbered as _;
use crate::llvm::{AtomicOrdering as Ordering, AtomicRmwOp as Op, Opcode, Type, TypeKind, Value};
use llvm_sys::core;
use llvm_sys::prelude::LLVMContextRef;

impl<'m> Builder<'m> {
    /// `atomicrmw`; the empty scope is the whole system.
    pub fn atomic_rmw(
        &self,
        op: Op,
        pointer: Value<'m>,
        v: Value<'m>,
        ordering: Ordering,
        scope: &str,
    ) -> Result<Value<'m>> {
        let at = self.at()?;
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
        // SAFETY: a position, a pointer, a value that the operation takes, an ordering that is strong enough.
        let raw = unsafe {
            let scope = scope_id(core::LLVMGetValueContext(v.raw()), scope);
            core::LLVMBuildAtomicRMWSyncScope(at, op.raw(), pointer.raw(), v.raw(), ordering.raw(), scope)
        };
        built(raw, String::new)
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
        let at = self.at()?;
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
        let (pointer, compare, new) = (pointer.raw(), compare.raw(), new.raw());
        // SAFETY: a position, a pointer, values of one integer or pointer type, orderings that fit.
        let raw = unsafe {
            let scope = scope_id(core::LLVMGetValueContext(compare), scope);
            core::LLVMBuildAtomicCmpXchgSyncScope(at, pointer, compare, new, success.raw(), failure.raw(), scope)
        };
        built(raw, String::new)
    }
}

impl Value<'_> {
    /// Makes a `load` or `store` atomic, of an ordering that it can have.
    pub fn set_ordering(self, ordering: Ordering, scope: &str) -> Result<()> {
        let (ty, wrong) = match self.opcode() {
            Some(Opcode::Load) => (self.ty(), Ordering::Release),
            Some(Opcode::Store) => {
                // SAFETY: what is stored is a store's first operand.
                let stored = unsafe { Type::from_live(core::LLVMTypeOf(core::LLVMGetOperand(self.raw(), 0))) };
                (stored, Ordering::Acquire)
            }
            _ => return need(false, self, "only a load or store can be made atomic"),
        };
        if ordering == wrong || ordering == Ordering::AcqRel {
            return Err(Error::of(
                Code::Operands,
                format!("a load or store cannot be {} here", ordering_name(ordering)),
            ));
        }
        if ordering != Ordering::NotAtomic && !is_atomic(ty) {
            return Err(Error::of(Code::Operands, format!("a load or store of {} cannot be atomic", show(ty))));
        }
        // SAFETY: a load or store, and an ordering that it takes.
        unsafe {
            core::LLVMSetOrdering(self.raw(), ordering.raw());
            if ordering != Ordering::NotAtomic {
                let scope = scope_id(core::LLVMGetValueContext(self.raw()), scope);
                core::LLVMSetAtomicSyncScopeID(self.raw(), scope);
            }
        }
        Ok(())
    }
}

/// The number of a scope; LLVM makes one for a new name.
fn scope_id(context: LLVMContextRef, scope: &str) -> u32 {
    // SAFETY: a live context, and a string with its length.
    unsafe { core::LLVMGetSyncScopeID(context, scope.as_ptr().cast(), scope.len()) }
}
