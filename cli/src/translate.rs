//! A single translation: reads the input, detects its kind, translates it, and writes the output.

use super::diagnostics::Format;
use super::explain::Explained;
use super::kinds::Kind;
use super::options::{Form, Translate};
use super::written::{self, Outcome, State};
use super::{batch, dependencies, destination, first_contact, inspect, io, missing, passes, specialization};
use llvm_spirv::binary::Words;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::forward::Translated;
use llvm_spirv::inspect::{Construct, Inspection};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, Output, binary, disassemble, llvm_to_binary, llvm_to_spirv, spirv_to_llvm};
use std::path::{Path, PathBuf};

/// Runs the translation; returns false if it or one of several files failed, which has been reported.
pub fn run(arguments: &Translate) -> Result<bool> {
    if arguments.passes.print_passes {
        return passes::list().map(|()| true);
    }
    if let Some(code) = arguments.explained_code() {
        return io::write(io::STREAM, format!("{}\n", code.page().trim_start_matches("### ")).as_bytes(), true)
            .map(|()| true);
    }
    if arguments.form == Form::Cpu || arguments.cpu_abi.is_some() {
        return cpu_forms(arguments);
    }
    let [input] = arguments.inputs.as_slice() else { return many(arguments) };
    if arguments.out_dir.is_some() {
        return many(arguments);
    }
    let outcome = first_contact::read(input).and_then(|bytes| one(bytes, input, arguments));
    outcome.map_err(|error| error.in_file(&io::shown(input)))
}

/// Writes the forms that processors run, which the runner makes; returns false if one failed, which has been reported.
fn cpu_forms(arguments: &Translate) -> Result<bool> {
    arguments.inputs.iter().try_fold(true, |is_done, input| {
        let output = output_name(input, arguments);
        destination::check(input, &output, arguments)?;
        Ok(super::run::emit(input, &output, arguments)? && is_done)
    })
}

/// Processes several files: prints the information requested about each, or translates them.
fn many(arguments: &Translate) -> Result<bool> {
    if !arguments.is_inspection() {
        return batch::run(arguments);
    }
    let failed = arguments.inputs.iter().filter(|input| !inspected_alone(input, arguments)).count();
    if failed > 0 {
        arguments.diagnostics().failures(failed, arguments.inputs.len());
    }
    let is_written = arguments.out_dir.is_none() || batch::run(arguments)?;
    Ok(is_written && failed == 0)
}

/// Prints the information requested about one of several files; returns false if it failed, which has been reported.
fn inspected_alone(input: &Path, arguments: &Translate) -> bool {
    let told = |error: Error| {
        arguments.diagnostics().error(&error.in_file(&io::shown(input)));
        false
    };
    let inspect = |bytes: Vec<u8>| inspected(&bytes, input, arguments);
    first_contact::read(input).and_then(inspect).unwrap_or_else(told)
}

/// Processes a single file.
fn one(bytes: Vec<u8>, input: &Path, arguments: &Translate) -> Result<bool> {
    if arguments.is_inspection() {
        let is_whole = inspected(&bytes, input, arguments).map_err(|error| error.in_file(&io::shown(input)))?;
        if arguments.output.is_none() || !is_whole {
            return Ok(is_whole);
        }
    }
    let outcome = write(bytes, input, &output_name(input, arguments), arguments)?;
    warn(&outcome.warnings, arguments);
    Ok(true)
}

/// Translates the contents of one file to another.
pub fn write(bytes: Vec<u8>, input: &Path, output: &Path, arguments: &Translate) -> Result<Outcome> {
    let here = |error: Error| error.in_file(&io::shown(input));
    direction(&bytes, arguments).map_err(here)?;
    if let Some(last) = &arguments.passes.stop_after {
        let warnings = stopped(&bytes, input, last, arguments).map_err(here)?;
        return Ok(Outcome { warnings, ..Outcome::of(State::Written) });
    }
    destination::check(input, output, arguments)?;
    match translate(bytes, arguments).map_err(here)? {
        Made::Whole(made) => put(&[made.bytes.into()], made.warnings, input, output, arguments),
        Made::Parts(made) => put(&made.binary.slices(), made.warnings, input, output, arguments),
    }
}

/// Writes an output, and the rule for make if requested.
fn put(
    parts: &io::Parts<'_>,
    warnings: Vec<String>,
    input: &Path,
    output: &Path,
    arguments: &Translate,
) -> Result<Outcome> {
    let flags = &arguments.written;
    let warnings = written::warnings(warnings, flags).map_err(|error| error.in_file(&io::shown(input)))?;
    let state = written::put(output, parts, arguments.text, flags)?;
    dependencies::write(input, output, flags)?;
    let is_asked = arguments.diagnostics() == Format::Json || flags.skip_existing;
    let digest = if is_asked { written::digest(parts) } else { String::new() };
    Ok(Outcome { state, warnings, digest })
}

/// Runs the passes over LLVM IR up to the named one; returns the warnings.
fn stopped(bytes: &[u8], input: &Path, last: &str, arguments: &Translate) -> Result<Vec<String>> {
    if let Some(output) = &arguments.output {
        destination::check(input, output, arguments)?;
    }
    passes::stop(bytes, last, arguments.output.as_deref(), &arguments.options())
}

/// The output for an input: a file, or the parts of one.
enum Made {
    Whole(Output),
    Parts(Translated),
}

/// Prints the information requested about the SPIR-V binary that is, or is made from, the input; returns false if the
/// options do not allow it.
fn inspected(bytes: &[u8], input: &Path, arguments: &Translate) -> Result<bool> {
    let name = io::shown(input);
    if binary::header::is_spirv(bytes) {
        return spirv_inspected(bytes, &name, arguments);
    }
    if arguments.explain.is_none() {
        let output = llvm_to_spirv(bytes, &arguments.options())?;
        warn(&output.warnings, arguments);
        return inspect::print(&output.bytes, &Explained { file: &name, ..Explained::default() }, arguments)
            .map(|()| true);
    }
    let missing = missing::search(bytes, &arguments.options());
    let needs: Vec<_> = missing.needs.into_iter().map(|need| need.in_file(&name)).collect();
    let rest = missing.rest.map(|error| error.in_file(&name));
    let (made, explanation) = missing.made.unzip();
    let constructs = made.as_ref().map_or_else(Vec::new, |made| constructs(&made.bytes));
    let explained = Explained { file: &name, explanation, constructs, missing: &needs, rest: rest.as_ref() };
    warn(made.as_ref().map_or(&[], |made| &made.warnings), arguments);
    inspect::print(made.as_ref().map_or(&[], |made| &made.bytes), &explained, arguments)?;
    rest.map_or(Ok(needs.is_empty()), Err)
}

/// Prints the information requested about a SPIR-V binary; returns false if the environment forbids some of its
/// declarations.
fn spirv_inspected(bytes: &[u8], name: &str, arguments: &Translate) -> Result<bool> {
    if arguments.explain.is_none() {
        return inspect::print(bytes, &Explained { file: name, ..Explained::default() }, arguments).map(|()| true);
    }
    let words = Words::read(bytes)?;
    let explanation = Some(binary::explain::explain(&words)?);
    let missing = missing::forbidden(&words, &arguments.options())?;
    let missing: Vec<_> = missing.into_iter().map(|error| error.in_file(name)).collect();
    let constructs = constructs(bytes);
    inspect::print(
        bytes,
        &Explained { file: name, explanation, constructs, missing: &missing, rest: None },
        arguments,
    )?;
    Ok(missing.is_empty())
}

/// Returns the selections and loops of a SPIR-V binary; none if its interface cannot be read.
pub fn constructs(bytes: &[u8]) -> Vec<Construct> {
    Inspection::of(bytes).map_or_else(|_| Vec::new(), |inspection| inspection.constructs)
}

fn warn(warnings: &[String], arguments: &Translate) {
    warnings.iter().for_each(|warning| arguments.diagnostics().warning(None, warning));
}

/// Returns an error if the input already has the requested format.
fn direction(bytes: &[u8], arguments: &Translate) -> Result<()> {
    match Kind::of(bytes) {
        Kind::Bitcode | Kind::Assembly if arguments.reverse => {
            Err(Error::of(Code::OtherInput, "the input is LLVM IR, not a SPIR-V binary")
                .hint("without -r it is translated to SPIR-V"))
        }
        Kind::Spirv if !arguments.reverse && !arguments.text => {
            Err(Error::of(Code::OtherInput, "the input is SPIR-V already")
                .hint("-r translates it to LLVM IR, -S disassembles it, and the verb as makes a binary of text"))
        }
        _ => Ok(()),
    }
}

fn translate(bytes: Vec<u8>, arguments: &Translate) -> Result<Made> {
    let mut options = Options { leaves_memory: arguments.is_of_one_file(), ..arguments.options() };
    let is_spirv = binary::header::is_spirv(&bytes);
    if is_spirv {
        options.spec_constants = specialization::values(&arguments.spec_constants, &bytes, arguments.diagnostics())?;
    }
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

/// Returns the path of the output of a single file; the default for a stream is a stream.
fn output_name(input: &Path, arguments: &Translate) -> PathBuf {
    match &arguments.output {
        Some(name) => name.clone(),
        None if io::is_stream(input) => io::STREAM.into(),
        None => renamed(input, arguments),
    }
}

/// Returns the name of the input with the ending of the output's format.
pub fn renamed(input: &Path, arguments: &Translate) -> PathBuf {
    let ending = match (arguments.reverse, arguments.text) {
        (false, false) => "spv",
        (false, true) => "spvasm",
        (true, false) => "bc",
        (true, true) => "ll",
    };
    input.with_extension(ending)
}
