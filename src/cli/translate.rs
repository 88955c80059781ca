//! One translation: read, see what it is, translate, write.

use super::kinds::Kind;
use super::options::Translate;
use super::{batch, destination, first_contact, inspect, io, missing};
use crate::error::{Code, Error, Result};
use crate::forward::Translated;
use crate::llvm::process;
use crate::options::Options;
use crate::{Llvm, Output, disassemble, llvm_to_binary, llvm_to_spirv, spirv, spirv_to_llvm};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Runs it; false where it failed, or one of several files did, and has been told of.
pub fn run(arguments: &Translate) -> Result<bool> {
    let [input] = arguments.inputs.as_slice() else { return batch::run(arguments) };
    if arguments.out_dir.is_some() {
        return batch::run(arguments);
    }
    if arguments.reverse && !process::has_limit() {
        // SPIR-V is large, and translated in this process.
        process::prepare_heap();
    }
    let bytes = first_contact::read(input).map_err(|error| error.in_file(&shown(input)))?;
    let outcome = super::isolated(bytes, arguments.diagnostics(), |bytes| one(bytes, input, arguments));
    outcome.map_err(|error| error.in_file(&shown(input)))
}

/// One file by itself.
fn one(bytes: Cow<'_, [u8]>, input: &Path, arguments: &Translate) -> Result<bool> {
    if arguments.explain.is_some() || arguments.spirv_print_report.is_some() {
        let is_whole = inspected(&bytes, input, arguments).map_err(|error| error.in_file(&shown(input)))?;
        if arguments.output.is_none() || !is_whole {
            return Ok(is_whole);
        }
    }
    let warnings = write(bytes, input, &output_name(input, arguments), arguments)?;
    warnings.iter().for_each(|warning| arguments.diagnostics().warning(None, warning));
    Ok(true)
}

/// Translates the contents of one file to another; the warnings.
pub fn write(bytes: Cow<'_, [u8]>, input: &Path, output: &Path, arguments: &Translate) -> Result<Vec<String>> {
    direction(&bytes, arguments).map_err(|error| error.in_file(&shown(input)))?;
    destination::check(input, output, arguments)?;
    match translate(bytes, arguments).map_err(|error| error.in_file(&shown(input)))? {
        Made::Whole(made) => io::write(output, &made.bytes, arguments.text).map(|()| made.warnings),
        Made::Parts(made) => io::write_parts(output, &made.binary.slices(), arguments.text).map(|()| made.warnings),
    }
}

/// What was made of an input: a file, or the parts of one.
enum Made {
    Whole(Output),
    Parts(Translated),
}

/// Prints what is asked of the SPIR-V binary that the input is, or becomes; false where the options do not allow it.
fn inspected(bytes: &[u8], input: &Path, arguments: &Translate) -> Result<bool> {
    if spirv::header::is_spirv(bytes) {
        return inspect::print(bytes, &[], arguments).map(|()| true);
    }
    if arguments.explain.is_none() {
        let output = llvm_to_spirv(bytes, &arguments.options())?;
        output.warnings.iter().for_each(|warning| arguments.diagnostics().warning(None, warning));
        return inspect::print(&output.bytes, &[], arguments).map(|()| true);
    }
    let missing = missing::search(bytes, &arguments.options());
    missing.warnings.iter().for_each(|warning| arguments.diagnostics().warning(None, warning));
    let needs: Vec<_> = missing.needs.into_iter().map(|need| need.in_file(&shown(input))).collect();
    if let Some(error) = missing.rest {
        inspect::print_missing(&needs, arguments)?;
        return Err(error);
    }
    inspect::print(&missing.binary, &needs, arguments).map(|()| needs.is_empty())
}

/// An error where the input is already what it would become.
fn direction(bytes: &[u8], arguments: &Translate) -> Result<()> {
    match Kind::of(bytes) {
        Kind::Bitcode | Kind::Assembly if arguments.reverse => {
            Err(Error::of(Code::OtherInput, "the input is LLVM IR, not a SPIR-V binary")
                .hint("without -r it is translated to SPIR-V"))
        }
        Kind::Spirv if !arguments.reverse && !arguments.text => {
            Err(Error::of(Code::OtherInput, "the input is SPIR-V already")
                .hint("-r translates it to LLVM IR, -S disassembles it"))
        }
        _ => Ok(()),
    }
}

fn translate(bytes: Cow<'_, [u8]>, arguments: &Translate) -> Result<Made> {
    let options = Options { leaves_memory: arguments.inputs.len() == 1, ..arguments.options() };
    let is_spirv = spirv::header::is_spirv(&bytes);
    match (arguments.reverse, arguments.text) {
        (true, true) => spirv_to_llvm(bytes, &options, Llvm::Assembly).map(Made::Whole),
        (true, false) => spirv_to_llvm(bytes, &options, Llvm::Bitcode).map(Made::Whole),
        (false, true) if is_spirv => text(&bytes, Vec::new()).map(Made::Whole),
        (false, true) => {
            let output = llvm_to_spirv(&bytes, &options)?;
            text(&output.bytes, output.warnings).map(Made::Whole)
        }
        (false, false) => llvm_to_binary(&bytes, &options).map(Made::Parts),
    }
}

fn text(bytes: &[u8], warnings: Vec<String>) -> Result<Output> {
    Ok(Output { bytes: disassemble(bytes)?.into_bytes(), warnings })
}

/// The name of the input as messages have it.
pub fn shown(input: &Path) -> Cow<'_, str> {
    if io::is_stream(input) { "standard input".into() } else { input.to_string_lossy() }
}

/// Where the output of a single file goes: from stream to stream, where nothing else is said.
fn output_name(input: &Path, arguments: &Translate) -> PathBuf {
    match &arguments.output {
        Some(name) => name.clone(),
        None if io::is_stream(input) => io::STREAM.into(),
        None => renamed(input, arguments),
    }
}

/// The name of the input with the ending of its new kind.
pub fn renamed(input: &Path, arguments: &Translate) -> PathBuf {
    let ending = match (arguments.reverse, arguments.text) {
        (false, false) => "spv",
        (false, true) => "spvasm",
        (true, false) => "bc",
        (true, true) => "ll",
    };
    input.with_extension(ending)
}
