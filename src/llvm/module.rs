//! A module: its text fields, its lists of globals, and the way to bytes.

use super::diagnostics::{sized_text, take_message};
use super::layout::DataLayout;
use super::shim::{self, c_text};
use super::{Metadata, Value};
use crate::error::{Code, Error, Result};
use crate::stack;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef, LLVMNamedMDNodeRef, LLVMValueRef};
use llvm_sys::target::LLVMGetModuleDataLayout;
use rustc_hash::FxHashSet;
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

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $get:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self) -> &str {
            // SAFETY: a live module, whose text this is.
            unsafe { sized_text(|length| $get(self.raw(), length)) }
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

    texts! {
        /// The module's identifier, most often the file that it was read from.
        identifier: LLVMGetModuleIdentifier;
        /// The source file's name.
        source_file_name: LLVMGetSourceFileName;
        /// The assembly outside of functions.
        inline_asm: LLVMGetModuleInlineAsm;
    }

    /// The target triple.
    pub fn triple(&self) -> &str {
        // SAFETY: a live module, whose text this is.
        unsafe { c_text(LLVMGetTarget(self.raw())) }
    }

    /// Has the module assembly of its own, outside functions?
    pub fn has_assembly(&self) -> bool {
        let mut length = 0;
        // SAFETY: a live module.
        unsafe { LLVMGetModuleInlineAsm(self.raw(), &mut length) };
        length != 0
    }

    /// The data layout, as text.
    pub fn data_layout(&self) -> &str {
        // SAFETY: a live module, whose text this is.
        unsafe { c_text(LLVMGetDataLayoutStr(self.raw())) }
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

    /// Checks LLVM's own rules.
    pub fn verify(&self) -> Result<()> {
        let mut message = null_mut();
        // SAFETY: a live module; the message is handed over, whether or not there is a fault.
        let (fails, message) = unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            (LLVMVerifyModule(self.raw(), action, &raw mut message) != 0, take_message(message))
        };
        if fails { Err(broken(&message)) } else { Ok(()) }
    }

    /// What LLVM's own readers would do about debug info: strips what is of another version, or broken, and says
    /// whether it did. With debug info of the right version this verifies the module.
    pub(super) fn upgrade_debug_info(&self) -> Result<bool> {
        let mut message = null_mut();
        // SAFETY: a live module to which nobody has handles yet; the message is handed over.
        let (done, message) =
            unsafe { (shim::llvmspirv_upgrade_debug_info(self.raw(), &mut message), take_message(message)) };
        if done == 2 { Err(broken(&message)) } else { Ok(done == 1) }
    }

    /// Does something with the module where there is stack for LLVM to go down so many levels of constants
    /// ([`levels`](Self::levels)).
    pub fn at_depth<T: Send>(&self, levels: usize, work: impl FnOnce(&Self) -> Result<T> + Send) -> Result<T> {
        if levels > stack::MAX_LEVELS { Err(stack::too_deep()) } else { self.lent(levels, work) }
    }

    /// The same, for as many levels as they are.
    fn lent<T: Send>(&self, levels: usize, work: impl FnOnce(&Self) -> Result<T> + Send) -> Result<T> {
        struct Lent<'a, 'c>(&'a Module<'c>);
        // SAFETY: LLVM ties nothing to a thread. All that belongs to one context stays on the thread that called this, and
        // that one waits until the work is done.
        unsafe impl Send for Lent<'_, '_> {}
        impl<'a, 'c> Lent<'a, 'c> {
            fn into_inner(self) -> &'a Module<'c> {
                self.0
            }
        }
        let lent = Lent(self);
        stack::with(levels, move || work(lent.into_inner()))
    }

    /// The module as bitcode; [`verify`](Self::verify) first.
    pub fn write_bitcode(&self) -> Vec<u8> {
        extern "C" fn take(to: *mut c_void, start: *const c_char, length: usize) {
            // SAFETY: the vector below, and bytes that live during this call.
            unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(shim::bytes(start, length)) }
        }
        let mut bytes = Vec::new();
        // SAFETY: a live module; what is called back gets the vector that it expects, which nobody else uses meanwhile.
        unsafe { shim::llvmspirv_write_bitcode(self.raw(), (&raw mut bytes).cast(), take) };
        bytes
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        // SAFETY: a live module; the text is handed over.
        unsafe { take_message(LLVMPrintModuleToString(self.raw())) }
    }
}

impl Drop for Module<'_> {
    /// Before a variable or a function goes, LLVM looks through the constants that name it, which takes some 50 bytes of stack for a level.
    fn drop(&mut self) {
        const LEVELS_IN_ONE: usize = 32;
        let dispose = |module: &Self| {
            // SAFETY: owned by this struct alone, of which nothing else is used any more; handles into it borrow it.
            unsafe { LLVMDisposeModule(module.raw()) };
            Ok(())
        };
        if self.lent(self.levels_of_all() / LEVELS_IN_ONE, dispose).is_err() {
            // No thread, no memory: nothing is lost by trying.
            let _ = dispose(self);
        }
    }
}

/// The most that an error quotes of LLVM's verifier: different lines, and characters.
const MOST_LINES: usize = 8;
const MOST_CHARACTERS: usize = 600;

/// What LLVM's verifier says, as an error on one line: it says the same of each place where it finds it.
fn broken(message: &str) -> Error {
    let mut said = FxHashSet::default();
    let lines: Vec<&str> =
        message.lines().map(str::trim).filter(|line| !line.is_empty() && said.insert(*line)).collect();
    let mut text: String = lines.iter().take(MOST_LINES).copied().collect::<Vec<_>>().join(" / ");
    if let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        text.truncate(end);
        text.push_str(" ...");
    } else if lines.len() > MOST_LINES {
        text.push_str(" / ...");
    }
    Error::of(Code::LlvmVerifier, format!("breaks a rule of LLVM IR: {text}"))
}

/// Values linked by `next`.
fn list<'m>(
    first: LLVMValueRef,
    next: impl Fn(LLVMValueRef) -> LLVMValueRef + Clone,
) -> impl Iterator<Item = Value<'m>> + Clone {
    successors(Value::from_raw(first), move |value| Value::from_raw(next(value.raw())))
}

/// The nodes of a named metadata that is live for `'m`.
fn named_operands<'m>(node: LLVMNamedMDNodeRef) -> impl Iterator<Item = Metadata<'m>> {
    // SAFETY: a live node, and indices below its count.
    let count = unsafe { shim::llvmspirv_named_metadata_count(node) };
    // SAFETY: as above.
    (0..count).filter_map(move |i| Metadata::from_raw(unsafe { shim::llvmspirv_named_metadata_operand(node, i) }))
}
