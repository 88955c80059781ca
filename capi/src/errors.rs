//! The errors of a result, by number: `llvm_spirv_result_error_*` of the header.

use crate::outcome::{Outcome, Told};
use crate::{Status, pointer, raw};
use std::ffi::c_char;
use std::ptr::null;

fn error<'a>(result: *const Outcome, index: usize) -> Option<&'a Told> {
    raw::shared(result)?.errors.get(index)
}

/// The number of errors.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_count(result: *const Outcome) -> usize {
    raw::shared(result).map_or(0, |result| result.errors.len())
}

/// Returns whether the translation stopped at the error limit, so that there may be more errors.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_is_cut(result: *const Outcome) -> bool {
    raw::shared(result).is_some_and(|result| result.is_cut)
}

/// Returns the status of an error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_status(result: *const Outcome, index: usize) -> Status {
    error(result, index).map_or(Status::Argument, |error| error.status)
}

/// Returns the code of an error, such as `E0301`.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_code(result: *const Outcome, index: usize) -> *const c_char {
    pointer(error(result, index).and_then(|error| error.code.as_ref()))
}

/// Returns the message of an error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_message(result: *const Outcome, index: usize) -> *const c_char {
    pointer(error(result, index).and_then(|error| error.message.as_ref()))
}

/// Returns the place of an error, as text.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_place(result: *const Outcome, index: usize) -> *const c_char {
    pointer(error(result, index).and_then(|error| error.place.as_ref()))
}

/// Returns the hint for an error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_hint(result: *const Outcome, index: usize) -> *const c_char {
    pointer(error(result, index).and_then(|error| error.hint.as_ref()))
}

/// Returns the offset of an error in a SPIR-V binary, in words.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_word(result: *const Outcome, index: usize) -> usize {
    error(result, index).and_then(|error| error.word).unwrap_or(usize::MAX)
}

/// Returns the source file of an error, and stores its line and its column through the pointers that are not null.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_error_source(
    result: *const Outcome,
    index: usize,
    line: *mut u32,
    column: *mut u32,
) -> *const c_char {
    let source = error(result, index).and_then(|error| error.source.as_ref());
    raw::put(line, source.map_or(0, |source| source.line));
    raw::put(column, source.map_or(0, |source| source.column));
    source.map_or(null(), |source| source.file.as_ptr())
}
