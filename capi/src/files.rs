//! Functions that do not translate: they detect, validate, disassemble, assemble, regularize and inspect files.

use crate::facts::Facts;
use crate::outcome::Outcome;
use crate::{raw, work};
use llvm_spirv::error::Result;
use llvm_spirv::inspect::Inspection;
use llvm_spirv::options::Options;
use llvm_spirv::{AssemblyOptions, Output, assemble, disassemble, explain, is_spirv, regularize, validate};
use std::ffi::c_void;

/// Returns whether a file begins like a SPIR-V binary.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_is_spirv(bytes: *const c_void, size: usize) -> bool {
    raw::bytes(bytes, size).is_some_and(is_spirv)
}

/// Checks a SPIR-V binary.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_validate(bytes: *const c_void, size: usize, options: *const Options) -> *mut Outcome {
    work(bytes, size, options, |bytes, options| Outcome::from(validate(bytes, options)))
}

/// Returns a SPIR-V binary as text.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_disassemble(bytes: *const c_void, size: usize) -> *mut Outcome {
    work(bytes, size, std::ptr::null(), |bytes, _| Outcome::of_bytes(disassemble(bytes).map(String::into_bytes)))
}

/// Returns text as a SPIR-V binary.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_assemble(text: *const c_void, size: usize) -> *mut Outcome {
    work(text, size, std::ptr::null(), |text, _| Outcome::of_bytes(assemble(text, AssemblyOptions::default())))
}

/// Returns LLVM IR in the form from which SPIR-V is made.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_regularize(
    bytes: *const c_void,
    size: usize,
    format: u32,
    options: *const Options,
) -> *mut Outcome {
    let format = match crate::format(format) {
        Ok(format) => format,
        Err(wrong) => return wrong,
    };
    work(bytes, size, options, |bytes, options| Outcome::from(regularize(bytes, options, format, None)))
}

/// Inspects a SPIR-V binary.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_inspect(bytes: *const c_void, size: usize) -> *mut Outcome {
    work(bytes, size, std::ptr::null(), |bytes, _| {
        Outcome::of_facts(Inspection::of(bytes).map(|found| Facts::new(&found, &found.explanation)))
    })
}

/// Translates LLVM IR, and inspects the resulting SPIR-V.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_explain(bytes: *const c_void, size: usize, options: *const Options) -> *mut Outcome {
    work(bytes, size, options, |bytes, options| match explained(bytes, options) {
        Ok((output, facts)) => Outcome { facts: Some(Box::new(facts)), ..Outcome::from(Ok(output)) },
        Err(error) => Outcome::from(Err::<Output, _>(error)),
    })
}

fn explained(bytes: &[u8], options: &Options) -> Result<(Output, Facts)> {
    let (output, explanation) = explain(bytes, options)?;
    let facts = Facts::new(&Inspection::of(&output.bytes)?, &explanation);
    Ok((output, facts))
}
