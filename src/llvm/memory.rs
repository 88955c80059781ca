//! Instructions that touch memory: `alloca`, loads, stores, atomics, fences.

use super::access::at_most_largest;
use super::raw::Numbered as _;
use super::{AtomicOrdering, AtomicRmwOp, Opcode, PlainAccess, SyncScope, Type, Value, shim};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;

impl<'m> Value<'m> {
    /// Returns the access of a load or store that is not atomic and has no metadata.
    pub fn plain_access(self) -> Option<PlainAccess> {
        // SAFETY: a live value of any kind.
        let bits = unsafe { shim::llvmspirv_plain_access(self.raw()) };
        let is_volatile = bits >> 63 != 0;
        let alignment = at_most_largest(bits & !(1 << 63));
        (alignment != 0).then_some(PlainAccess { alignment, is_volatile })
    }

    /// Returns whether it is a volatile access.
    pub fn is_volatile(self) -> bool {
        use Opcode::{AtomicRmw, CmpXchg, Load, Store};
        matches!(self.opcode(), Some(Load | Store | AtomicRmw | CmpXchg))
            // SAFETY: an instruction that can be volatile.
            && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// The alignment in bytes of an access, an `alloca`, a function or a variable, at most 2^31; 0 where none
    /// is given.
    pub fn alignment(self) -> u32 {
        // SAFETY: a live value of any kind.
        at_most_largest(unsafe { shim::llvmspirv_alignment(self.raw()) })
    }

    /// The `alloca`s of a function that may be executed more than once in one call of it: those in a cycle of blocks.
    pub fn repeated_variables(self) -> Vec<Value<'m>> {
        self.found_in_function(shim::llvmspirv_repeated_allocas)
    }

    /// All `alloca`s of a function where one stands behind another instruction; otherwise nothing.
    pub fn scattered_variables(self) -> Vec<Value<'m>> {
        self.found_in_function(shim::llvmspirv_scattered_allocas)
    }

    /// Returns what a function of the shim finds in a function; nothing in other values.
    fn found_in_function(
        self,
        find: unsafe extern "C" fn(LLVMValueRef, *mut LLVMValueRef, usize) -> usize,
    ) -> Vec<Self> {
        if !self.is_function() {
            return Vec::new();
        }
        // SAFETY: a function; without room nothing is written.
        let count = unsafe { find(self.raw(), std::ptr::null_mut(), 0) };
        let mut found = vec![std::ptr::null_mut(); count];
        // SAFETY: a function, and room for as many as were counted.
        unsafe { find(self.raw(), found.as_mut_ptr(), found.len()) };
        found.into_iter().filter_map(Value::from_raw).collect()
    }

    /// Returns how often an instruction is executed at most in one call of its function, as far as LLVM's scalar
    /// evolution can tell; `None` where it cannot. The module must be valid.
    pub fn most_executions(self) -> Option<u64> {
        self.parent_block()?.parent()?;
        // SAFETY: an instruction of a function.
        let count = unsafe { shim::llvmspirv_most_executions(self.raw()) };
        Some(count).filter(|count| *count != 0)
    }

    /// The type of one element that `alloca` makes room for; how many is operand 0.
    pub fn allocated_type(self) -> Option<Type<'m>> {
        // SAFETY: an `alloca`.
        self.is_op(Opcode::Alloca).then(|| unsafe { LLVMGetAllocatedType(self.raw()) }).and_then(Type::from_raw)
    }

    /// Returns whether it is an atomic access or a fence.
    pub fn is_atomic(self) -> bool {
        // SAFETY: an instruction.
        self.is_instruction() && unsafe { LLVMIsAtomic(self.raw()) != 0 }
    }

    /// The ordering of an atomic access (of `cmpxchg`, on success) or fence; not atomic for other values.
    pub fn ordering(self) -> AtomicOrdering {
        use Opcode::{AtomicRmw, CmpXchg, Fence, Load, Store};
        match self.opcode() {
            // SAFETY: an instruction that has an ordering.
            Some(Load | Store | Fence | AtomicRmw) => AtomicOrdering::from_raw(unsafe { LLVMGetOrdering(self.raw()) }),
            // SAFETY: a `cmpxchg`.
            Some(CmpXchg) => AtomicOrdering::from_raw(unsafe { LLVMGetCmpXchgSuccessOrdering(self.raw()) }),
            _ => AtomicOrdering::NotAtomic,
        }
    }

    /// The ordering of `cmpxchg` when the values differ not.
    pub fn success_ordering(self) -> Option<AtomicOrdering> {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::CmpXchg)
            .then(|| AtomicOrdering::from_raw(unsafe { LLVMGetCmpXchgSuccessOrdering(self.raw()) }))
    }

    /// The ordering of `cmpxchg` when the values differ.
    pub fn failure_ordering(self) -> Option<AtomicOrdering> {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::CmpXchg)
            .then(|| AtomicOrdering::from_raw(unsafe { LLVMGetCmpXchgFailureOrdering(self.raw()) }))
    }

    /// Returns the operation of an `atomicrmw`.
    pub fn rmw_op(self) -> Option<AtomicRmwOp> {
        if !self.is_op(Opcode::AtomicRmw) {
            return None;
        }
        // SAFETY: an `atomicrmw`; LLVM 22 has no operation beyond the enum.
        Some(AtomicRmwOp::from_raw(unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }))
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
