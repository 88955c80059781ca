//! LLVM's diagnostics, as values: it never prints.

use super::shim;
use llvm_sys::core::{LLVMDisposeMessage, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity};
use llvm_sys::prelude::LLVMDiagnosticInfoRef;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};

pub use llvm_sys::LLVMDiagnosticSeverity as Severity;

/// A remark, warning or error of LLVM's.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The sentence.
    pub message: String,
}

/// The list to which a context's handler adds diagnostics.
pub(super) type Collected = RefCell<Vec<Diagnostic>>;

/// The handler; `sink` is the context's [`Collected`].
pub(super) extern "C" fn collect(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: LLVM calls this with a live diagnostic; the description is a message that the callee hands over.
    let (severity, message) =
        unsafe { (LLVMGetDiagInfoSeverity(info), take_message(LLVMGetDiagInfoDescription(info))) };
    // SAFETY: `sink` is the address given at installation: a boxed `Collected` that outlives the context.
    if let Some(sink) = unsafe { sink.cast::<Collected>().as_ref() }
        && let Ok(mut all) = sink.try_borrow_mut()
    {
        all.push(Diagnostic { severity, message });
    }
}

/// A message that LLVM allocated, moved into a `String`; empty for null.
///
/// # Safety
/// `message` is null or a string that LLVM handed over, not freed yet.
pub(super) unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: a live NUL-terminated string, freed once, after the copy.
    unsafe {
        let text = String::from_utf8_lossy(std::ffi::CStr::from_ptr(message).to_bytes()).into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// The first error among `all`, or all of the messages, as one sentence.
pub(super) fn sentence(all: Vec<Diagnostic>) -> String {
    match all.iter().find(|d| d.severity == Severity::LLVMDSError) {
        Some(error) => error.message.clone(),
        None => all.into_iter().map(|d| d.message).collect::<Vec<_>>().join("; "),
    }
}

/// Makes one line of what LLVM's assembly parser says: `name:3:5: error: message`, the line of source, a caret.
pub(super) fn parse_message(text: &str, name: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let (place, message) = match first.split_once(" error: ") {
        Some((place, message)) => (place.strip_prefix(name).unwrap_or(place), message),
        None => ("", first.strip_prefix("error: ").unwrap_or(first)),
    };
    let mut numbers = place.split(':').filter_map(|part| part.parse::<u32>().ok());
    let source = lines.next().map(str::trim).filter(|source| !source.is_empty());
    match (numbers.next(), numbers.next(), source) {
        (Some(line), Some(column), Some(source)) => format!("line {line}, column {column}: {message}: `{source}`"),
        (Some(line), Some(column), None) => format!("line {line}, column {column}: {message}"),
        _ => message.to_owned(),
    }
}

/// A name for LLVM: up to the first NUL, since C strings end there.
pub(super) fn c_string(name: &str) -> std::ffi::CString {
    let end = name.find('\0').unwrap_or(name.len());
    std::ffi::CString::new(&name[..end]).unwrap_or_default()
}

/// A text of LLVM's that comes as pointer and length through `get`.
///
/// # Safety
/// Returns the text that `get` points to, which lives for `'m`.
pub(super) unsafe fn sized_text<'m>(get: impl FnOnce(*mut usize) -> *const c_char) -> &'m str {
    let mut length = 0;
    let start = get(&raw mut length);
    // SAFETY: pointer and length belong together; the caller vouches for the lifetime.
    shim::text(unsafe { shim::bytes(start, length) })
}
