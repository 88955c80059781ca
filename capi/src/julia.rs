//! The interface of Julia's `libllvm_spirv`, with the names of `capi/include/libllvm_spirv.h`.
#![allow(non_snake_case)]

use crate::outcome::string;
use crate::{EXTENSIONS, raw};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{DebugInfo, Extensions, LlvmVersion, Options, Policy, Version};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::sync::LazyLock;
use std::sync::atomic::AtomicPtr;

/// `LLVMSPIRVTranslateOptions`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    max_version_major: c_uint,
    max_version_minor: c_uint,
    extensions: *const c_char,
    debug_info: c_int,
}

/// The sets of debug information by number, each with true if it is an extension.
const DEBUG_INFO: [(DebugInfo, bool); 4] = [
    (DebugInfo::Legacy, false),
    (DebugInfo::OpenCl100, false),
    (DebugInfo::NonSemantic100, true),
    (DebugInfo::NonSemantic200, true),
];

/// The names as pointers, in a form that threads can share.
static NAMES: LazyLock<Vec<AtomicPtr<c_char>>> =
    LazyLock::new(|| EXTENSIONS.iter().map(|name| AtomicPtr::new(name.as_ptr().cast_mut())).collect());

/// Translates LLVM IR to SPIR-V.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVTranslate(
    bytes: *const c_char,
    size: usize,
    options: *const Asked,
    spirv: *mut *mut Vec<u8>,
    message: *mut *mut c_char,
) -> c_int {
    raw::put(spirv, null_mut());
    raw::put(message, null_mut());
    let bytes = raw::bytes(bytes.cast::<c_void>(), size);
    // Nothing that the closure has seen is used after a panic: all is only read.
    let made = catch_unwind(AssertUnwindSafe(|| translated(bytes, raw::shared(options))));
    match made.unwrap_or_else(|_| Err("the translator panicked".to_owned())) {
        Ok(made) if spirv.is_null() => drop(made),
        Ok(made) => raw::put(spirv, raw::give(made)),
        Err(why) => {
            if !message.is_null() {
                raw::put(message, string(&why).into_raw());
            }
            return 1;
        }
    }
    0
}

fn translated(bytes: Option<&[u8]>, asked: Option<&Asked>) -> Result<Vec<u8>, String> {
    let bytes = bytes.ok_or("no module given")?;
    let options = options(asked.ok_or("no options given")?)?;
    let made = llvm_to_spirv(bytes, &options).map_err(|error| {
        let all: Vec<_> = error.all().map(ToString::to_string).collect();
        all.join("\n")
    });
    made.map(|output| output.bytes)
}

fn options(asked: &Asked) -> Result<Options, String> {
    let set = usize::try_from(asked.debug_info).ok().and_then(|number| DEBUG_INFO.get(number));
    let (debug_info, is_extension) = *set.ok_or("invalid debug info version")?;
    let mut allowed = extensions(asked.extensions)?;
    if is_extension {
        allowed.declare("SPV_KHR_non_semantic_info");
    }
    let version = version(asked.max_version_major, asked.max_version_minor)?;
    let mut options = Options::default();
    fill(&mut options, version, allowed, debug_info);
    Ok(options)
}

/// Sets the options that the interface has.
fn fill(options: &mut Options, version: Version, extensions: Extensions, debug_info: DebugInfo) {
    options.max_version = version;
    options.extensions = extensions;
    options.debug_info = debug_info;
    options.extra_di_expressions = matches!(debug_info, DebugInfo::NonSemantic200);
    options.policy = Policy::khronos();
}

fn version(major: c_uint, minor: c_uint) -> Result<Version, String> {
    match (major, minor) {
        (0, 0) => Ok(Version::V1_6),
        _ => format!("{major}.{minor}").parse().map_err(|_| format!("unsupported SPIR-V version {major}.{minor}")),
    }
}

/// Parses a list of extensions, in which a name without a sign allows the extension.
fn extensions(list: *const c_char) -> Result<Extensions, String> {
    if list.is_null() {
        return Ok(Extensions::none());
    }
    let list = raw::text(list).ok_or("invalid extension list entry")?;
    let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let signed: Vec<_> = entries
        .map(|entry| if entry.starts_with(['+', '-']) { entry.to_owned() } else { format!("+{entry}") })
        .collect();
    if signed.is_empty() {
        return Ok(Extensions::none());
    }
    signed.join(",").parse().map_err(|error: llvm_spirv::options::ExtensionsError| error.to_string())
}

/// Returns the extensions, and stores their number.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVGetExtensions(count: *mut usize) -> *mut *const c_char {
    raw::put(count, NAMES.len());
    NAMES.as_ptr().cast_mut().cast()
}

/// Stores the newest version of LLVM whose bitcode can be read.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVGetLLVMVersion(major: *mut c_uint, minor: *mut c_uint, patch: *mut c_uint) {
    raw::put(major, LlvmVersion::NEWEST.number());
    raw::put(minor, 0);
    raw::put(patch, 0);
}

/// Returns the first byte of a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVGetBufferStart(buffer: *const Vec<u8>) -> *const c_char {
    raw::shared(buffer).map_or(null(), |buffer| buffer.as_ptr().cast())
}

/// Returns the size of a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVGetBufferSize(buffer: *const Vec<u8>) -> usize {
    raw::shared(buffer).map_or(0, Vec::len)
}

/// Frees a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVDisposeMemoryBuffer(buffer: *mut Vec<u8>) {
    drop(raw::take(buffer));
}

/// Frees a message.
#[unsafe(no_mangle)]
pub extern "C" fn LLVMSPIRVDisposeMessage(message: *mut c_char) {
    drop(raw::take_text(message));
}
