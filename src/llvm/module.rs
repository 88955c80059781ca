//! A module: its text fields, its lists of globals, and the way to bytes.

use super::broken::broken;
use super::diagnostics::take_message;
use super::layout::DataLayout;
use super::shim::{self, c_text};
use super::{Metadata, Value};
use crate::error::Result;
use crate::llvm::guard::{nesting, stack};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef, LLVMNamedMDNodeRef, LLVMValueRef};
use llvm_sys::target::LLVMGetModuleDataLayout;
use std::ffi::{c_char, c_void};
use std::iter::successors;
use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut};

/// A module; disposed of when dropped.
#[derive(Debug)]
pub struct Module<'c>(NonNull<llvm_sys::LLVMModule>, PhantomData<&'c ()>);

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $first:ident, $next:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = Value<'_>> + Clone {
            // SAFETY: a live module; each value came from its list, so it has a next or ends the list.
            list(unsafe { $first(self.raw()) }, |raw| unsafe { $next(raw) })
        }
    )*};
}

impl<'c> Module<'c> {
    /// Takes a module over; `None` for null.
    pub(super) fn from_raw(raw: LLVMModuleRef) -> Option<Self> {
        NonNull::new(raw).map(|raw| Self(raw, PhantomData))
    }

    /// Takes a module over that cannot be null.
    pub(super) fn from_live(raw: LLVMModuleRef) -> Self {
        // SAFETY: only called with what `LLVMModuleCreateWithNameInContext` and `LLVMCloneModule` return: never null.
        Self(unsafe { NonNull::new_unchecked(raw) }, PhantomData)
    }

    /// The pointer for a call into LLVM.
    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.0.as_ptr()
    }

    /// The context that it lives in.
    pub(super) fn context_raw(&self) -> LLVMContextRef {
        // SAFETY: a live module.
        unsafe { LLVMGetModuleContext(self.raw()) }
    }

    lists! {
        /// The functions, declarations included, in the module's order.
        functions: LLVMGetFirstFunction, LLVMGetNextFunction;
        /// The global variables, in the module's order.
        globals: LLVMGetFirstGlobal, LLVMGetNextGlobal;
        /// The aliases.
        aliases: LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias;
        /// The indirect functions.
        ifuncs: LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc;
    }

    /// The target triple.
    pub fn triple(&self) -> &str {
        // SAFETY: a live module, whose text this is.
        unsafe { c_text(LLVMGetTarget(self.raw())) }
    }

    /// Returns whether the module names no data layout: LLVM has one of its own then. `G1` is what its reader of bitcode makes of none.
    pub fn has_no_data_layout(&self) -> bool {
        // SAFETY: a live module, whose text this is.
        let text = unsafe { c_text(LLVMGetDataLayoutStr(self.raw())) };
        matches!(text, "" | "G1")
    }

    /// Returns whether the module has module-level inline assembly.
    pub fn has_assembly(&self) -> bool {
        let mut length = 0;
        // SAFETY: a live module.
        unsafe { LLVMGetModuleInlineAsm(self.raw(), &mut length) };
        length != 0
    }

    /// The data layout, to ask.
    pub fn layout(&self) -> DataLayout<'_> {
        // SAFETY: a live module, whose part this is.
        DataLayout::new(unsafe { LLVMGetModuleDataLayout(self.raw()) })
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        // SAFETY: a live module; pointer and length of one string.
        Value::from_raw(unsafe { LLVMGetNamedFunctionWithLength(self.raw(), name.as_ptr().cast(), name.len()) })
    }

    /// The global variable of this name.
    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        // SAFETY: a live module; pointer and length of one string.
        Value::from_raw(unsafe { LLVMGetNamedGlobalWithLength(self.raw(), name.as_ptr().cast(), name.len()) })
    }

    /// The nodes of one named metadata; none where it is missing.
    pub fn named_metadata_nodes(&self, name: &str) -> impl Iterator<Item = Metadata<'_>> {
        // SAFETY: a live module; pointer and length of one string.
        let node = unsafe { LLVMGetNamedMetadata(self.raw(), name.as_ptr().cast(), name.len()) };
        NonNull::new(node).into_iter().flat_map(|node| named_operands(node.as_ptr()))
    }

    /// Returns whether there is named metadata of this name, be it empty.
    pub fn has_named_metadata(&self, name: &str) -> bool {
        // SAFETY: a live module; pointer and length of one string.
        !unsafe { LLVMGetNamedMetadata(self.raw(), name.as_ptr().cast(), name.len()) }.is_null()
    }

    /// The number of a kind of metadata attachment, such as `range`.
    pub fn metadata_kind_id(&self, name: &str) -> u32 {
        let length = u32::try_from(name.len()).unwrap_or(0);
        // SAFETY: a live context; pointer and length of one string.
        unsafe { LLVMGetMDKindIDInContext(self.context_raw(), name.as_ptr().cast(), length) }
    }

    /// Refuses what LLVM's verifier takes on trust.
    pub(super) fn check_debug_nodes(&self) -> Result<()> {
        // SAFETY: a live module.
        if unsafe { shim::llvmspirv_misleads_verifier(self.raw()) } {
            return Err(broken("a node of debug information has an operand of another class, or leads to itself"));
        }
        Ok(())
    }

    /// Checks LLVM's own rules.
    pub fn verify(&self) -> Result<()> {
        self.check_debug_nodes()?;
        self.verify_undescribed()
    }

    /// Checks LLVM's own rules for a module that was made without nodes of debug information.
    pub fn verify_undescribed(&self) -> Result<()> {
        let mut message = null_mut();
        // SAFETY: a live module; the message is handed over, whether or not there is a fault.
        let (fails, message) = unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            (LLVMVerifyModule(self.raw(), action, &raw mut message) != 0, take_message(message))
        };
        if fails { Err(broken(&message)) } else { Ok(()) }
    }

    /// Removes the flags of the module but for those of debug info.
    pub fn keep_debug_flags(&self) {
        // SAFETY: a live module.
        unsafe { shim::llvmspirv_keep_debug_flags(self.raw()) }
    }

    /// Upgrades debug info as LLVM's own readers do: strips what is of another version, or broken, and says whether it
    /// did. With debug info of the right version this verifies the module.
    pub(super) fn upgrade_debug_info(&self) -> Result<bool> {
        let mut message = null_mut();
        // SAFETY: a live module of which nobody has handles of debug info; the message is handed over.
        let (done, message) =
            unsafe { (shim::llvmspirv_upgrade_debug_info(self.raw(), &mut message), take_message(message)) };
        if done == 2 { Err(broken(&message)) } else { Ok(done == 1) }
    }

    /// Returns what the work returns for the module, done where LLVM has the stack to go down so many levels of
    /// constants ([`levels`](Self::levels)).
    pub fn at_depth<T>(&self, levels: usize, work: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        if levels > stack::MAX_LEVELS { Err(stack::too_deep()) } else { stack::with(levels, || work(self)) }
    }

    /// The module as bitcode; [`verify`](Self::verify) first.
    ///
    /// # Errors
    /// None of LLVM's: the second back end tells what it cannot write.
    pub fn write_bitcode(&self) -> Result<Vec<u8>> {
        extern "C" fn take(to: *mut c_void, start: *const c_char, length: usize) {
            // SAFETY: the vector below, and bytes that live during this call.
            unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(shim::bytes(start, length)) }
        }
        let mut bytes = Vec::new();
        // SAFETY: a live module; what is called back gets the vector that it expects, which nobody else uses meanwhile.
        unsafe { shim::llvmspirv_write_bitcode(self.raw(), (&raw mut bytes).cast(), take) };
        Ok(bytes)
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        // SAFETY: a live module; the text is handed over.
        unsafe { take_message(LLVMPrintModuleToString(self.raw())) }
    }
}

impl Drop for Module<'_> {
    /// Before a variable or a function goes, LLVM looks through the constants that name it, those in functions
    /// included, which may be many. It takes some 50 bytes of stack for a level.
    fn drop(&mut self) {
        const LEVELS_IN_ONE: usize = 32;
        let dispose = |module: &Self| {
            // SAFETY: owned by this struct alone, of which nothing else is used any more; handles into it borrow it.
            unsafe { shim::llvmspirv_dispose_module(module.raw()) };
            Ok(())
        };
        let levels = self.levels().max(nesting::levels(self.functions()));
        if stack::with(levels / LEVELS_IN_ONE, || dispose(self)).is_err() {
            // No thread, no memory: nothing is lost by trying.
            let _ = dispose(self);
        }
    }
}

/// Values linked by `next`.
fn list<'m>(
    first: LLVMValueRef,
    next: impl Fn(LLVMValueRef) -> LLVMValueRef + Clone,
) -> impl Iterator<Item = Value<'m>> + Clone {
    successors(Value::from_raw(first), move |value| Value::from_raw(next(value.raw())))
}

/// The nodes of a named metadata that is live for `'m`.
pub(super) fn named_operands<'m>(node: LLVMNamedMDNodeRef) -> impl Iterator<Item = Metadata<'m>> {
    // SAFETY: a live node, and indices below its count.
    let count = unsafe { shim::llvmspirv_named_metadata_count(node) };
    // SAFETY: as above.
    (0..count).filter_map(move |i| Metadata::from_raw(unsafe { shim::llvmspirv_named_metadata_operand(node, i) }))
}

/// A module as it is, to be verified and written; see `native/snapshot.rs`, where the columns that both need are laid out once.
#[derive(Debug)]
pub struct Snapshot<'m>(&'m Module<'m>);

impl Module<'_> {
    /// Returns the module as it is now.
    pub fn snapshot(&self) -> Snapshot<'_> {
        Snapshot(self)
    }
}

impl Snapshot<'_> {
    /// Checks LLVM's own rules for a module that was made without nodes of debug information.
    pub fn verify_undescribed(&self) -> Result<()> {
        self.0.verify_undescribed()
    }

    /// The module as bitcode.
    ///
    /// # Errors
    /// None of LLVM's: the second back end tells what it cannot write.
    pub fn write_bitcode(&self) -> Result<Vec<u8>> {
        self.0.write_bitcode()
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        self.0.print()
    }
}
