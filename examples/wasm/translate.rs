//! The translator for WebAssembly: an interface for a web page or Node, which has no C functions and no files.
//!
//! A host requests space for its input, writes it there, translates it, and reads the output: a file, or the text of an
//! error. `translator.mjs` is such a host. The buffers belong to this module, so that none is freed twice or by the
//! host.
#![allow(unsafe_code, reason = "names that a host finds; there is no block of it")]

use llvm_spirv::error::Error;
use llvm_spirv::inspect::{Inspection, Length};
use llvm_spirv::options::Options;
use llvm_spirv::{AssemblyOptions, Llvm, Output, Reason, error::Result, llvm_to_spirv, spirv_to_llvm};
use std::cell::RefCell;
use std::fmt::Write;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static OPTIONS: RefCell<Option<Options>> = const { RefCell::new(None) };
}

/// Returns the address to which an input of this length must be written before it is translated.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the address of the last output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the length of the last output in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Frees the last output.
#[unsafe(no_mangle)]
pub extern "C" fn free_output() {
    OUTPUT.take();
}

/// Parses the settings for all further calls, one `NAME=VALUE` a line, in place of earlier ones; returns whether they
/// are valid.
#[unsafe(no_mangle)]
pub extern "C" fn set_options() -> bool {
    let text = INPUT.take();
    let mut options = Options::default();
    for line in String::from_utf8_lossy(&text).lines().filter(|line| !line.trim().is_empty()) {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if let Err(error) = options.set(name.trim(), value.trim()) {
            OUTPUT.set(error.to_string().into_bytes());
            return false;
        }
    }
    OPTIONS.set(Some(options));
    true
}

/// Translates LLVM IR, as bitcode or assembly, to a SPIR-V binary; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_spirv() -> bool {
    answer(llvm_to_spirv(&INPUT.take(), &options()))
}

/// Translates a SPIR-V binary to bitcode; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_bitcode() -> bool {
    answer(spirv_to_llvm(INPUT.take(), &options(), Llvm::Bitcode))
}

/// Translates a SPIR-V binary to assembly; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn to_assembly() -> bool {
    answer(spirv_to_llvm(INPUT.take(), &options(), Llvm::Assembly))
}

/// Assembles SPIR-V assembly to a binary; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn assemble() -> bool {
    bytes(llvm_spirv::assemble(&INPUT.take(), AssemblyOptions::default()))
}

/// Disassembles a SPIR-V binary; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn disassemble() -> bool {
    bytes(llvm_spirv::disassemble(&INPUT.take()).map(String::into_bytes))
}

/// Lists the interface and the requirements of a SPIR-V binary; returns whether the output is that, not an error.
#[unsafe(no_mangle)]
pub extern "C" fn inspect() -> bool {
    bytes(Inspection::of(&INPUT.take()).map(|inspection| listed(&inspection).into_bytes()))
}

/// Makes the warnings of the last translation the output, a line each.
#[unsafe(no_mangle)]
pub extern "C" fn warnings() -> bool {
    OUTPUT.set(WARNINGS.take().join("\n").into_bytes());
    true
}

fn options() -> Options {
    OPTIONS.with_borrow(|options| options.clone().unwrap_or_default())
}

/// Stores the result of a translation as the output; returns whether it is a file.
fn answer(made: Result<Output>) -> bool {
    bytes(made.map(|made| {
        WARNINGS.set(made.warnings);
        made.bytes
    }))
}

fn bytes(made: Result<Vec<u8>>) -> bool {
    let is_file = made.is_ok();
    OUTPUT.set(made.unwrap_or_else(|error| sentences(&error).into_bytes()));
    is_file
}

/// Returns an error and those that it stands for.
fn sentences(error: &Error) -> String {
    error.all().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn listed(inspection: &Inspection) -> String {
    let mut text =
        format!("SPIR-V {}, {} {}\n", inspection.version, inspection.addressing_model, inspection.memory_model);
    for entry in &inspection.entry_points {
        let _ = writeln!(text, "entry point {}: {}{}", entry.name, entry.model, size(entry.local_size.as_ref()));
        for argument in &entry.arguments {
            let name = argument.name.as_deref().unwrap_or("-");
            let class = argument.storage_class.as_deref().unwrap_or_default();
            let _ = writeln!(text, "  argument {name}: {} {class}", argument.type_name);
        }
    }
    for one in &inspection.descriptors {
        let place = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let name = one.name.as_deref().unwrap_or("-");
        let _ = writeln!(text, "descriptor {}:{} {name}: {}", place(one.set), place(one.binding), one.kind.name());
    }
    for one in &inspection.spec_constants {
        let _ = writeln!(text, "specialization constant {}: {}", one.spec_id, one.type_name);
    }
    let needs = |text: &mut String, what: &str, all: &[Reason]| {
        for reason in all {
            let by = reason.asked_by.as_ref().map_or_else(String::new, |asker| format!(", for {}", asker.instruction));
            let _ = writeln!(text, "{what} {}{by}", reason.name);
        }
    };
    needs(&mut text, "capability", &inspection.explanation.capabilities);
    needs(&mut text, "extension", &inspection.explanation.extensions);
    text
}

/// Returns the size of work-groups, if the module sets it.
fn size(size: Option<&[Length; 3]>) -> String {
    let number = |length: &Length| length.value.map_or_else(|| "?".to_owned(), |value| value.to_string());
    size.map_or_else(String::new, |size| format!(", work-groups of {}", size.each_ref().map(number).join("x")))
}
