//! A context: owns types, constants and metadata, and reads modules into itself.

use super::diagnostics::{Collected, Diagnostic, Severity, c_string, collect, parse_message, sentence, take_message};
use super::module::Module;
use super::{reading, shim};
use crate::error::{Code, Error, Result};
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler, LLVMCreateMemoryBufferWithMemoryRange,
    LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMemoryBuffer, LLVMModuleCreateWithNameInContext,
    LLVMSetModuleIdentifier,
};
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::{LLVMContextRef, LLVMMemoryBufferRef, LLVMModuleRef};
use std::ptr::null_mut;
use std::sync::Once;

/// The file name that LLVM's parser of assembly reports.
const TEXT_NAME: &str = "input";

/// Owns everything that modules share; not for more than one thread at a time.
#[derive(Debug)]
pub struct Context {
    raw: LLVMContextRef,
    /// Boxed: the handler inside LLVM knows its address.
    diagnostics: Box<Collected>,
    /// Not if it is a view of another one's.
    owned: bool,
}

impl Context {
    /// An empty context.
    pub fn new() -> Self {
        static SET_UP: Once = Once::new();
        // SAFETY: sets a number inside LLVM, once, before the first reading of this library.
        SET_UP.call_once(|| unsafe { shim::llvmspirv_readers_leave_debug_info() });
        let diagnostics = Box::<Collected>::default();
        // SAFETY: the handler gets the address of the box, which lives until after `LLVMContextDispose` (see `Drop`).
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), (&raw const *diagnostics).cast_mut().cast());
            raw
        };
        Self { raw, diagnostics, owned: true }
    }

    /// A view of a context that another one owns.
    ///
    /// # Safety
    /// `raw` is a live context, which outlives the view.
    pub(super) unsafe fn borrowed(raw: LLVMContextRef) -> Self {
        Self { raw, diagnostics: Box::default(), owned: false }
    }

    /// The pointer for a call into LLVM.
    pub(super) fn raw(&self) -> LLVMContextRef {
        self.raw
    }

    /// Reads a module from bitcode or, where the magic number says otherwise, from assembly, and upgrades its debug info.
    ///
    /// Does not verify it (but for one with debug info): see [`Module::verify`].
    pub fn parse(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        let module = self.parse_as_written(bytes, name)?;
        self.upgrade_debug_info(&module)?;
        Ok(module)
    }

    /// Reads a module from bitcode or assembly, with its debug info as it is: of an older version, or broken.
    ///
    /// LLVM's reader of bitcode crashes on some damaged files (see [`reading`]), and may leave a context damaged when it
    /// reports one: take a new context for the next file then.
    pub fn parse_as_written(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        if bytes.is_empty() {
            return Err(Error::of(Code::OtherInput, "the file is empty"));
        }
        self.diagnostics.borrow_mut().clear();
        reading::observed(bytes.len(), || {
            if is_bitcode(bytes) { self.parse_bitcode(bytes, name) } else { self.parse_text(bytes, name) }
        })
    }

    fn parse_bitcode(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        let name = c_string(name);
        let mut module = null_mut();
        // SAFETY: the buffer borrows `bytes` and is freed below, before they can go away; the bitcode reader needs no
        // NUL at the end, reads the whole module at once, and leaves the buffer to the caller.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast(), bytes.len(), name.as_ptr(), 0);
            let _free = Buffer(buffer);
            LLVMParseBitcodeInContext2(self.raw, buffer, &raw mut module) != 0
        };
        self.parsed(
            failed,
            module,
            Code::Bitcode,
            |message| format!("not readable as LLVM bitcode: {message}"),
            String::new(),
        )
    }

    fn parse_text(&self, bytes: &[u8], name: &str) -> Result<Module<'_>> {
        // LLVM leaves out the line where the file has no name.
        let c_name = c_string(TEXT_NAME);
        let (mut module, mut message) = (null_mut(), null_mut());
        // SAFETY: the copy ends with the NUL that the assembly parser wants; the parser leaves the buffer to the
        // caller, and hands over the message.
        let (failed, message) = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), c_name.as_ptr());
            let _free = Buffer(buffer);
            let failed = LLVMParseIRInContext2(self.raw, buffer, &raw mut module, &raw mut message) != 0;
            (failed, take_message(message))
        };
        self.parsed(
            failed,
            module,
            Code::Assembly,
            |m| format!("not readable as LLVM assembly: {m}"),
            parse_message(&message, TEXT_NAME),
        )
        .inspect(|module| set_identifier(module, name))
    }

    fn parsed(
        &self,
        failed: bool,
        module: LLVMModuleRef,
        code: Code,
        explain: impl Fn(&str) -> String,
        message: String,
    ) -> Result<Module<'_>> {
        match Module::from_raw(module) {
            Some(module) if !failed => Ok(module),
            _ if message.is_empty() => Err(Error::of(code, explain(&sentence(self.take_diagnostics())))),
            _ => Err(Error::of(code, explain(&message))),
        }
    }

    /// Strips the debug info of a module if it is of another version, or broken, with a warning. A module with debug info
    /// is verified for that.
    ///
    /// # Errors
    /// The verifier's complaint.
    pub fn upgrade_debug_info(&self, module: &Module<'_>) -> Result<()> {
        if module.upgrade_debug_info()? {
            let message = "debug info of another version, or broken, is left out".to_owned();
            self.diagnostics.borrow_mut().push(Diagnostic { severity: Severity::LLVMDSWarning, message });
        }
        Ok(())
    }

    /// An empty module.
    pub fn create_module(&self, name: &str) -> Module<'_> {
        let name = c_string(name);
        // SAFETY: a live context and a C string; never returns null.
        let raw = unsafe { LLVMModuleCreateWithNameInContext(name.as_ptr(), self.raw) };
        Module::from_live(raw)
    }

    /// Returns the diagnostics since the last call or [`parse`](Self::parse)::parse): warnings, for example about
    /// stripped debug info.
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.take()
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if self.owned {
            // SAFETY: created in `new`, disposed once; modules borrow the context, so none is left. The box of
            // diagnostics is dropped after this.
            unsafe { LLVMContextDispose(self.raw) }
        }
    }
}

/// Frees a memory buffer.
struct Buffer(LLVMMemoryBufferRef);

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: owned by this struct alone.
        unsafe { LLVMDisposeMemoryBuffer(self.0) }
    }
}

fn set_identifier(module: &Module<'_>, name: &str) {
    // SAFETY: a live module; pointer and length of one string.
    unsafe { LLVMSetModuleIdentifier(module.raw(), name.as_ptr().cast(), name.len()) }
}

/// Returns whether the bytes begin as bitcode, bare or in a wrapper.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
}
