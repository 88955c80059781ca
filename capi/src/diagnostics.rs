//! Errors and warnings as structures: `llvm_spirv_result_diagnostic` of the header.

use crate::outcome::{Outcome, Told};
use crate::{Status, pointer, raw};
use std::ffi::c_char;
use std::ptr::null;

/// `llvm_spirv_severity`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
enum Severity {
    Error = 0,
    Warning = 1,
}

/// `llvm_spirv_diagnostic`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Diagnostic {
    severity: Severity,
    status: Status,
    code: *const c_char,
    message: *const c_char,
    place: *const c_char,
    hint: *const c_char,
    word: usize,
    file: *const c_char,
    line: u32,
    column: u32,
}

impl Diagnostic {
    fn warning(message: *const c_char) -> Self {
        Self {
            severity: Severity::Warning,
            status: Status::Ok,
            code: null(),
            message,
            place: null(),
            hint: null(),
            word: usize::MAX,
            file: null(),
            line: 0,
            column: 0,
        }
    }
}

impl From<&Told> for Diagnostic {
    fn from(told: &Told) -> Self {
        let source = told.source.as_ref();
        Self {
            severity: Severity::Error,
            status: told.status,
            code: pointer(told.code.as_ref()),
            place: pointer(told.place.as_ref()),
            hint: pointer(told.hint.as_ref()),
            word: told.word.unwrap_or(usize::MAX),
            file: pointer(source.map(|source| &source.file)),
            line: source.map_or(0, |source| source.line),
            column: source.map_or(0, |source| source.column),
            ..Self::warning(pointer(told.message.as_ref()))
        }
    }
}

/// The number of errors and warnings.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_diagnostic_count(result: *const Outcome) -> usize {
    raw::shared(result).map_or(0, |result| result.errors.len() + result.warnings.len())
}

/// Stores an error or a warning: errors come first.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_diagnostic(
    result: *const Outcome,
    index: usize,
    diagnostic: *mut Diagnostic,
    size: usize,
) -> bool {
    let found = raw::shared(result).and_then(|result| {
        let warning = |index: usize| result.warnings.get(index).map(|text| Diagnostic::warning(text.as_ptr()));
        match index.checked_sub(result.errors.len()) {
            Some(index) => warning(index),
            None => result.errors.get(index).map(Diagnostic::from),
        }
    });
    raw::copy(diagnostic, size, found)
}
