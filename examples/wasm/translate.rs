//! The translator for WebAssembly: what a page or Node calls, which has no functions of C and no files.
//!
//! A host asks for room for its input, writes it there, translates it, and reads what came of it: a file, or the text of
//! an error. `translator.mjs` is such a host. The buffers belong to this module, so nothing is given away or freed twice.
#![allow(unsafe_code, reason = "names that a host finds; there is no block of it")]

use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, Output, error::Result, llvm_to_spirv, spirv_to_llvm};
use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns where an input of so many bytes is to be written, until it is translated.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns where the last output is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the number of its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Frees the last output.
#[unsafe(no_mangle)]
pub extern "C" fn free_output() {
    OUTPUT.take();
}

/// Translates LLVM IR, as bitcode or assembly, to a SPIR-V binary; returns whether that is the output, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_spirv() -> bool {
    answer(llvm_to_spirv(&INPUT.take(), &Options::default()))
}

/// Translates a SPIR-V binary to bitcode; returns whether that is the output, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_bitcode() -> bool {
    answer(spirv_to_llvm(INPUT.take(), &Options::default(), Llvm::Bitcode))
}

/// Translates a SPIR-V binary to assembly; returns whether that is the output, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_assembly() -> bool {
    answer(spirv_to_llvm(INPUT.take(), &Options::default(), Llvm::Assembly))
}

/// Keeps what came of a translation as the output; returns whether it is a file.
fn answer(made: Result<Output>) -> bool {
    let is_file = made.is_ok();
    OUTPUT.set(made.map_or_else(|error| error.to_string().into_bytes(), |made| made.bytes));
    is_file
}
