//! Instructions that touch memory: `alloca`, loads, stores, atomics, fences.

use super::{AtomicOrdering, AtomicRmwOp, Opcode, Type, Value, shim};
use llvm_sys::core::*;

/// Among whom an atomic is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyncScope {
    /// All of the system: the default.
    System,
    /// `singlethread`.
    SingleThread,
    /// `syncscope("...")`. Clang 22 writes for `spirv64`: `device`, `workgroup`, `subgroup`; all others, and all scopes
    /// for `spir64`, are left out ([`System`](Self::System)), a work-item's is `singlethread`.
    Named(String),
}

/// A load or store that says no more than this of its access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainAccess {
    /// In bytes.
    pub alignment: u32,
    /// Is it volatile?
    pub is_volatile: bool,
}

impl<'m> Value<'m> {
    /// What a load or store says of its access, if it is not atomic and has no metadata.
    pub fn plain_access(self) -> Option<PlainAccess> {
        // SAFETY: a live value of any kind.
        let bits = unsafe { shim::llvmspirv_plain_access(self.raw()) };
        let is_volatile = bits >> 63 != 0;
        let alignment = u32::try_from(bits & !(1 << 63)).ok().filter(|alignment| *alignment != 0)?;
        Some(PlainAccess { alignment, is_volatile })
    }

    /// Is it a volatile access?
    pub fn is_volatile(self) -> bool {
        use Opcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        matches!(self.opcode(), Some(LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg))
            // SAFETY: an instruction that can be volatile.
            && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// The alignment in bytes of an access, an `alloca`, a function or a variable; 0 where none is given.
    pub fn alignment(self) -> u32 {
        use Opcode::{LLVMAlloca, LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        let has = match self.opcode() {
            Some(opcode) => matches!(opcode, LLVMAlloca | LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg),
            None => self.is_global_variable() || self.is_function(),
        };
        // SAFETY: a value that has an alignment.
        if has { unsafe { LLVMGetAlignment(self.raw()) } } else { 0 }
    }

    /// The type of one element that `alloca` makes room for; how many is operand 0.
    pub fn allocated_type(self) -> Option<Type<'m>> {
        // SAFETY: an `alloca`.
        self.is_op(Opcode::LLVMAlloca).then(|| unsafe { LLVMGetAllocatedType(self.raw()) }).and_then(Type::from_raw)
    }

    /// Is it an atomic access or a fence?
    pub fn is_atomic(self) -> bool {
        // SAFETY: an instruction.
        self.is_instruction() && unsafe { LLVMIsAtomic(self.raw()) != 0 }
    }

    /// The ordering of an atomic access (of `cmpxchg`, on success) or fence; not atomic for other values.
    pub fn ordering(self) -> AtomicOrdering {
        use Opcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMFence, LLVMLoad, LLVMStore};
        match self.opcode() {
            // SAFETY: an instruction that has an ordering.
            Some(LLVMLoad | LLVMStore | LLVMFence | LLVMAtomicRMW) => unsafe { LLVMGetOrdering(self.raw()) },
            // SAFETY: a `cmpxchg`.
            Some(LLVMAtomicCmpXchg) => unsafe { LLVMGetCmpXchgSuccessOrdering(self.raw()) },
            _ => AtomicOrdering::LLVMAtomicOrderingNotAtomic,
        }
    }

    /// The ordering of `cmpxchg` when the values differ not.
    pub fn success_ordering(self) -> Option<AtomicOrdering> {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::LLVMAtomicCmpXchg).then(|| unsafe { LLVMGetCmpXchgSuccessOrdering(self.raw()) })
    }

    /// The ordering of `cmpxchg` when the values differ.
    pub fn failure_ordering(self) -> Option<AtomicOrdering> {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::LLVMAtomicCmpXchg).then(|| unsafe { LLVMGetCmpXchgFailureOrdering(self.raw()) })
    }

    /// May `cmpxchg` fail although the values are the same?
    pub fn is_weak(self) -> bool {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::LLVMAtomicCmpXchg) && unsafe { LLVMGetWeak(self.raw()) != 0 }
    }

    /// What `atomicrmw` computes.
    pub fn rmw_op(self) -> Option<AtomicRmwOp> {
        if !self.is_op(Opcode::LLVMAtomicRMW) {
            return None;
        }
        // SAFETY: an `atomicrmw`; LLVM 22 has no operation beyond the enum.
        Some(unsafe { LLVMGetAtomicRMWBinOp(self.raw()) })
    }

    /// Among whom an atomic access or fence is ordered; the system for other values.
    pub fn sync_scope(self) -> SyncScope {
        if !self.is_atomic() {
            return SyncScope::System;
        }
        // SAFETY: an atomic instruction.
        match unsafe { LLVMGetAtomicSyncScopeID(self.raw()) } {
            0 => SyncScope::SingleThread,
            1 => SyncScope::System,
            id => {
                let mut length = 0;
                // SAFETY: a live context, whose text this is.
                let name = unsafe {
                    shim::bytes(shim::llvmspirv_sync_scope_name(self.context_raw(), id, &mut length), length)
                };
                SyncScope::Named(shim::text(name).to_owned())
            }
        }
    }
}
