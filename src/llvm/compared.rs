//! Properties that the comparison of two modules reads (`roundtrip/`), and no translation.

use super::diagnostics::sized_text;
use super::getters::getters;
use super::module::named_operands;
use super::raw::Numbered as _;
use super::{Metadata, Module, Opcode, UnnamedAddr, Value};
use llvm_sys::comdat::{LLVMComdatSelectionKind, LLVMGetComdat, LLVMGetComdatSelectionKind};
use llvm_sys::core::*;
use std::iter::successors;
use std::ptr::NonNull;

impl Value<'_> {
    getters! {
        /// Returns whether its address is significant.
        unnamed_addr: UnnamedAddr = is_global_value, LLVMGetUnnamedAddress, |u| UnnamedAddr::from_raw(u), else UnnamedAddr::None;
        /// Returns whether it is a variable marked `externally_initialized`.
        is_externally_initialized: bool = is_global_variable, LLVMIsExternallyInitialized, |is| is != 0, else false;
    }

    /// Returns whether it is a call marked `tail` or `musttail`.
    pub fn is_tail_call(self) -> bool {
        // SAFETY: a call, no invoke.
        self.is_op(Opcode::Call) && unsafe { LLVMIsTailCall(self.raw()) != 0 }
    }

    /// Returns the selection kind of its comdat: how the linker chooses among copies.
    pub fn comdat(self) -> Option<LLVMComdatSelectionKind> {
        if !self.is_function() && !self.is_global_variable() {
            return None;
        }
        // SAFETY: a global object; its comdat, if any, is the module's.
        unsafe {
            let comdat = LLVMGetComdat(self.raw());
            (!comdat.is_null()).then(|| LLVMGetComdatSelectionKind(comdat))
        }
    }

    /// Returns whether it is a `cmpxchg weak`, which may fail although the values are equal.
    pub fn is_weak(self) -> bool {
        // SAFETY: a `cmpxchg`.
        self.is_op(Opcode::CmpXchg) && unsafe { LLVMGetWeak(self.raw()) != 0 }
    }
}

impl Module<'_> {
    /// The named metadata, with the nodes of each.
    pub fn named_metadata(&self) -> Vec<(String, Vec<Metadata<'_>>)> {
        // SAFETY: a live module; each came from its list, so it has a next or ends the list.
        let first = NonNull::new(unsafe { LLVMGetFirstNamedMetadata(self.raw()) });
        // SAFETY: as above.
        successors(first, |node| NonNull::new(unsafe { LLVMGetNextNamedMetadata(node.as_ptr()) }))
            .map(|node| {
                // SAFETY: a live node, whose text this is.
                let name = unsafe { sized_text(|length| LLVMGetNamedMetadataName(node.as_ptr(), length)) };
                (name.to_owned(), named_operands(node.as_ptr()).collect())
            })
            .collect()
    }
}
