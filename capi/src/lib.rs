//! The C interface of the translator in Rust. `capi/include/llvm_spirv.h` documents each function.
//!
//! In: byte buffers and options. Out: an object with bytes or an error. Nothing unwinds into the caller: a panic, which
//! would be a bug, becomes [`Status::Internal`].
#![allow(unsafe_code)] // `no_mangle` counts as such; pointers are the business of `raw` alone.

mod diagnostics;
mod errors;
mod facts;
mod files;
mod julia;
mod names;
mod outcome;
mod queries;
mod raw;
mod settings;

use errors::{
    llvm_spirv_result_error_hint, llvm_spirv_result_error_message, llvm_spirv_result_error_place,
    llvm_spirv_result_error_word,
};
use llvm_spirv::error::Result;
use llvm_spirv::options::{BuiltinSpelling, Environment, Extensions, LlvmVersion, Options, Reflection, Version};
use llvm_spirv::{Llvm, Output, llvm_to_spirv, spirv_to_llvm};
use outcome::Outcome;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;
use std::sync::LazyLock;

/// `llvm_spirv_status`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded.
    #[default]
    Ok = 0,
    /// The input breaks a rule of its format.
    Invalid = 1,
    /// The input is valid; the library, or the options, cannot translate it.
    Unsupported = 2,
    /// A bug of the library.
    Internal = 3,
    /// The arguments of the call are wrong.
    Argument = 4,
}

/// `LLVM_SPIRV_ABI_VERSION`.
const ABI_VERSION: u32 = 1;

static EXTENSIONS: LazyLock<Vec<CString>> =
    LazyLock::new(|| Extensions::known().filter_map(|name| CString::new(name).ok()).collect());

/// The value of `LLVM_SPIRV_ABI_VERSION` with which the library was built.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_abi_version() -> u32 {
    ABI_VERSION
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(VERSION.as_bytes()).map_or(null(), CStr::as_ptr)
}

/// Returns the name of a SPIR-V extension, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_extension(index: usize) -> *const c_char {
    pointer(EXTENSIONS.get(index))
}

/// Creates options with the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_new() -> *mut Options {
    raw::give(Options::default())
}

/// Frees options.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_free(options: *mut Options) {
    drop(raw::take(options));
}

/// Sets an option by name.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set(options: *mut Options, name: *const c_char, value: *const c_char) -> Status {
    let value = if value.is_null() { Some("") } else { raw::text(value) };
    let (Some(options), Some(name), Some(value)) = (raw::exclusive(options), raw::text(name), value) else {
        return Status::Argument;
    };
    options.set(name, value).map_or(Status::Argument, |()| Status::Ok)
}

/// Sets the newest version of SPIR-V to write or to accept.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_max_version(options: *mut Options, major: u32, minor: u32) -> Status {
    set(options, format!("{major}.{minor}").parse().ok(), |options, version: Version| options.max_version = version)
}

/// Sets the extensions that may be used.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_extensions(options: *mut Options, list: *const c_char) -> Status {
    let extensions = raw::text(list).and_then(|list| list.parse().ok());
    set(options, extensions, |options, extensions: Extensions| options.extensions = extensions)
}

/// Sets the environment for which SPIR-V is made or from which it comes.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_environment(options: *mut Options, text: *const c_char) -> Status {
    let environment = raw::text(text).and_then(|text| text.parse().ok());
    set(options, environment, |options, environment: Environment| options.environment = environment)
}

/// Sets the spelling of builtins in the translation to LLVM IR.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_builtin_spelling(options: *mut Options, builtin_spelling: u32) -> Status {
    let known = [BuiltinSpelling::SpvIr, BuiltinSpelling::Cl12, BuiltinSpelling::Cl20];
    let builtin_spelling = known.get(builtin_spelling as usize).copied();
    set(options, builtin_spelling, |options, builtin_spelling| options.builtin_spelling = builtin_spelling)
}

/// Sets the value of a specialization constant.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_spec_constant(options: *mut Options, spec_id: u32, bits: u64) -> Status {
    set(options, Some(bits), |options, bits| {
        options.spec_constants.insert(spec_id, bits);
    })
}

/// Sets the version of LLVM for which LLVM IR is written.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_llvm_version(options: *mut Options, version: u32) -> Status {
    set(options, LlvmVersion::new(version), |options, version| options.llvm_version = version)
}

/// Sets the limit on the number of errors reported for a module.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_error_limit(options: *mut Options, limit: usize) -> Status {
    set(options, Some(limit), |options, limit| options.error_limit = limit)
}

/// Sets whether debug information follows its set's specification exactly, even if releases of SPIRV-Tools refuse it.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_debug_info_exact(options: *mut Options, exact: bool) -> Status {
    set(options, Some(exact), |options, exact| options.debug_info_exact = exact)
}

/// Sets the reflection that shaders made from kernels have about their arguments.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_reflection(options: *mut Options, reflection: u32) -> Status {
    let known = [Reflection::None, Reflection::Uniform, Reflection::Grid];
    let reflection = known.get(reflection as usize).copied();
    set(options, reflection, |options, reflection| options.reflection = reflection)
}

/// Sets the number of bytes of push constants that arguments of kernels may take in shaders.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_push_constant_limit(options: *mut Options, bytes: u32) -> Status {
    set(options, Some(bytes), |options, bytes| options.push_constant_limit = Some(bytes))
}

/// Sets the place of a descriptor, or, if the binding is the greatest number, the set for a kind of descriptors.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_descriptor(
    options: *mut Options,
    name: *const c_char,
    set_number: u32,
    binding: u32,
) -> Status {
    let binding = Some(binding).filter(|binding| *binding != u32::MAX);
    set(options, raw::text(name), |options, name| {
        options.descriptors.insert(name.to_owned(), (set_number, binding));
    })
}

/// Sets whether globals without an address space that other modules can see are refused.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_options_set_strict_address_spaces(options: *mut Options, strict: bool) -> Status {
    set(options, Some(strict), |options, strict| options.strict_address_spaces = strict)
}

fn set<T>(options: *mut Options, value: Option<T>, apply: impl FnOnce(&mut Options, T)) -> Status {
    let (Some(options), Some(value)) = (raw::exclusive(options), value) else { return Status::Argument };
    apply(options, value);
    Status::Ok
}

/// Translates LLVM IR to SPIR-V.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_from_llvm(bytes: *const c_void, size: usize, options: *const Options) -> *mut Outcome {
    translate(bytes, size, options, llvm_to_spirv)
}

/// Translates SPIR-V to LLVM IR.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_to_llvm(
    bytes: *const c_void,
    size: usize,
    format: u32,
    options: *const Options,
) -> *mut Outcome {
    match crate::format(format) {
        Ok(format) => translate(bytes, size, options, |bytes, options| spirv_to_llvm(bytes, options, format)),
        Err(wrong) => wrong,
    }
}

/// Returns the format of LLVM IR with this number, or a result with an error if there is none.
fn format(number: u32) -> std::result::Result<Llvm, *mut Outcome> {
    match number {
        0 => Ok(Llvm::Bitcode),
        1 => Ok(Llvm::Assembly),
        _ => Err(raw::give(Outcome::failure(Status::Argument, "LLVM IR has no such format"))),
    }
}

fn translate(
    bytes: *const c_void,
    size: usize,
    options: *const Options,
    run: impl FnOnce(&[u8], &Options) -> Result<Output>,
) -> *mut Outcome {
    work(bytes, size, options, |bytes, options| Outcome::from(run(bytes, options)))
}

/// Runs work on a file; a panic becomes an internal error.
fn work(
    bytes: *const c_void,
    size: usize,
    options: *const Options,
    run: impl FnOnce(&[u8], &Options) -> Outcome,
) -> *mut Outcome {
    let Some(bytes) = raw::bytes(bytes, size) else {
        return raw::give(Outcome::failure(Status::Argument, "the input is a null pointer"));
    };
    let defaults = Options::default();
    let options = raw::shared(options).unwrap_or(&defaults);
    // Nothing that the closure has seen is used after a panic: input and options are only read.
    let outcome = catch_unwind(AssertUnwindSafe(|| run(bytes, options)));
    raw::give(outcome.unwrap_or_else(|_| Outcome::failure(Status::Internal, "the translator panicked")))
}

/// Frees a result.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_free(result: *mut Outcome) {
    drop(raw::take(result));
}

/// Returns whether the translation succeeded, and if not, the kind of failure.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_status(result: *const Outcome) -> Status {
    raw::shared(result).map_or(Status::Argument, |result| result.status)
}

/// Returns the bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_bytes(result: *const Outcome, size: *mut usize) -> *const u8 {
    let bytes = raw::shared(result).and_then(|result| result.bytes.as_ref());
    raw::put(size, bytes.map_or(0, Vec::len));
    bytes.map_or(null(), |bytes| bytes.as_ptr())
}

/// Returns a warning: something was dropped or guessed.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_warning(result: *const Outcome, index: usize) -> *const c_char {
    pointer(raw::shared(result).and_then(|result| result.warnings.get(index)))
}

/// Returns the message of the error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_message(result: *const Outcome) -> *const c_char {
    llvm_spirv_result_error_message(result, 0)
}

/// Returns the place of the error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_place(result: *const Outcome) -> *const c_char {
    llvm_spirv_result_error_place(result, 0)
}

/// Returns the hint for the error.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_hint(result: *const Outcome) -> *const c_char {
    llvm_spirv_result_error_hint(result, 0)
}

/// Returns the offset of the error in a SPIR-V binary, in words.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_result_word(result: *const Outcome) -> usize {
    llvm_spirv_result_error_word(result, 0)
}

fn pointer(text: Option<&CString>) -> *const c_char {
    text.map_or(null(), |text| text.as_ptr())
}
