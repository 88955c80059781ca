//! The minimum work of LLVM alone: it is started, reads bitcode, and for `rewrite` writes it again. Memory is not freed
//! before the end of the process.
#![allow(unsafe_code, reason = "LLVM's C API")]

use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToFile;
use llvm_sys::core::{LLVMContextCreate, LLVMCreateMemoryBufferWithContentsOfFile};
use std::ffi::CString;
use std::io::{Error, Result};
use std::ptr::null_mut;

/// Runs one part: `start`, `read` or `rewrite`.
pub fn run(what: &str, input: &str, output: &str) -> Result<()> {
    if what == "start" {
        return Ok(());
    }
    let (input, output) = (CString::new(input)?, CString::new(output)?);
    let (mut buffer, mut message, mut module) = (null_mut(), null_mut(), null_mut());
    // SAFETY: names that end in zero, places for what is made, and a context and a buffer that stay until the process ends.
    let is_done = unsafe {
        LLVMCreateMemoryBufferWithContentsOfFile(input.as_ptr(), &raw mut buffer, &raw mut message) == 0
            && LLVMParseBitcodeInContext2(LLVMContextCreate(), buffer, &raw mut module) == 0
            && (what != "rewrite" || LLVMWriteBitcodeToFile(module, output.as_ptr()) == 0)
    };
    if is_done { Ok(()) } else { Err(Error::other(format!("LLVM cannot {what} {input:?}"))) }
}
