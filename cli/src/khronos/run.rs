//! The actions: read, convert, write.

use super::failure::Failure;
use super::settings::{Action, Settings};
use super::{check, report, spec_constants};
use super::{conversions, internal_text, prefetches, scalars};
use crate::io;
use llvm_spirv::binary::passes::variants;
use llvm_spirv::binary::{Words, header, write};
use llvm_spirv::error::Error;
use llvm_spirv::options::{Extensions, FunctionVariants, Options};
use llvm_spirv::{Llvm, Output, disassemble, llvm_to_binary, regularize, spirv_to_llvm};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The generator number in the tool's output: 6 is the Khronos translator's number, 14 its version.
const GENERATOR: u32 = 6 << 16 | 14;

/// Returns a special error if a named file is empty; this check comes before all others.
pub fn empty_input(name: &Path) -> Result<(), Failure> {
    let is_empty = !io::is_stream(name) && std::fs::metadata(name).is_ok_and(|file| file.is_file() && file.len() == 0);
    if is_empty { Err(Failure::tool("Can't translate, file is empty")) } else { Ok(()) }
}

/// Runs the action of the settings and returns the exit code of the process.
pub fn run(settings: &Settings) -> Result<u8, Failure> {
    let bytes = io::read(&settings.input).map_err(|error| Failure::usage(format!("llvm-spirv: error: {error}")))?;
    act(&bytes, settings).map(|()| 0)
}

fn act(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    match settings.action {
        Action::Forward => forward(bytes, settings),
        Action::Regularize => regularized(bytes, settings),
        Action::Reverse => reverse(bytes, settings),
        Action::ToText => to_text(bytes, settings),
        Action::ToBinary => to_binary(bytes, settings),
        Action::Inform => inform(bytes, settings),
    }
}

fn forward(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    let made = llvm_to_binary(bytes, &settings.options).map_err(|error| failed(&error, settings))?;
    warn(&made.warnings);
    let mut binary = made.binary;
    binary.set_generator(GENERATOR);
    if settings.assembly {
        let text = disassemble(&binary.bytes()).map_err(|error| failed(&error, settings))?;
        return save(settings, "spv", text.as_bytes(), true);
    }
    if !settings.text {
        return put(&output_name(settings, "spv"), &binary.slices(), false);
    }
    let allows = |name| settings.options.extensions.allow(name);
    let style = internal_text::Style {
        aliasing: allows("SPV_INTEL_memory_access_aliasing"),
        assembly: allows("SPV_INTEL_inline_assembly"),
    };
    save_internal(&binary.words(), style, settings)
}

/// Writes the words of a module as internal text.
fn save_internal(words: &[u32], style: internal_text::Style, settings: &Settings) -> Result<(), Failure> {
    let text = internal_text::write(words, style).map_err(|error| failed(&error, settings))?;
    save(settings, "spt", &text, true)
}

fn reverse(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    let binary = binary(bytes, settings.text, settings)?;
    check::header(&binary, &settings.options)?;
    let words = Words::read_any(&binary).map_err(|error| failed(&error, settings))?;
    check::extensions(&words, &settings.options)?;
    let mut options = settings.options.clone();
    if let Some(list) = &settings.spec_const {
        options.spec_constants = spec_constants::parse(list, &scalars::constants(&words))?;
    }
    let binary = match options.function_variants.take() {
        Some(device) => for_device(&words, &device, &options).map_err(|error| failed(&error, settings))?.into(),
        None => binary,
    };
    if let Some(name) = &settings.device_output {
        put(name, &[(&*binary).into()], false)?;
    }
    let output = spirv_to_llvm(binary, &options, Llvm::Bitcode).map_err(|error| failed(&error, settings))?;
    save(settings, "bc", &warned(output), false)
}

/// Returns the module specialized for one device.
fn for_device(words: &Words<'_>, device: &FunctionVariants, options: &Options) -> Result<Vec<u8>, Error> {
    let resolved = variants::resolve(words, device, &options.spec_constants)?;
    Ok(write::bytes(&resolved))
}

/// Returns the binary, converted from text if necessary.
fn binary<'b>(bytes: &'b [u8], text: bool, settings: &Settings) -> Result<Cow<'b, [u8]>, Failure> {
    if !text || header::is_spirv(bytes) {
        return Ok(Cow::Borrowed(bytes));
    }
    let words = internal_text::read(bytes).map_err(|error| failed(&error, settings))?;
    Ok(Cow::Owned(write::bytes(&words)))
}

fn regularized(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    if !bytes.starts_with(b"BC\xC0\xDE") && !bytes.starts_with(b"\xDE\xC0\x17\x0B") {
        return Err(Failure::usage("error: Invalid bitcode signature"));
    }
    let output = regularize(bytes, &settings.options, Llvm::Bitcode, None).map_err(|error| failed(&error, settings))?;
    save(settings, "regularized.bc", &warned(output), false)
}

fn to_text(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    let words = readable(bytes, settings)?;
    let style = internal_text::Style { aliasing: true, assembly: true };
    save_internal(words.words(), style, settings)
}

fn to_binary(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    let words = internal_text::read(bytes).map_err(|error| failed(&error, settings))?;
    let binary = write::bytes(&words);
    readable(&binary, settings)?;
    save(settings, "spv", &binary, false)
}

/// Returns the words of a module of any version, with any known extension.
fn readable<'b>(binary: &'b [u8], settings: &Settings) -> Result<Words<'b>, Failure> {
    let options = Options { extensions: Extensions::all(), ..Options::default() };
    check::header(binary, &options)?;
    let words = Words::read_any(binary).map_err(|error| failed(&error, settings))?;
    check::extensions(&words, &options)?;
    check::opcodes(&words)?;
    let checked = check::word_counts(&words);
    let checked =
        checked.and_then(|()| conversions::check_words(&words)).and_then(|()| prefetches::check_words(&words));
    checked.map_err(|error| failed(&error, settings))?;
    Ok(words)
}

fn inform(bytes: &[u8], settings: &Settings) -> Result<(), Failure> {
    let mut text = String::new();
    if settings.spec_const_info {
        let words = Words::read_any(bytes).map_err(|_| Failure::tool("Invalid SPIR-V binary"))?;
        text.push_str(&spec_constants::info(&scalars::constants(&words)));
    }
    if settings.report {
        text.push_str(&report::report(bytes)?);
    }
    put(Path::new(io::STREAM), &[text.as_bytes().into()], true)
}

fn failed(error: &Error, settings: &Settings) -> Failure {
    let reverse = settings.action != Action::Forward && settings.action != Action::Regularize;
    Failure::translation(&error.clone().in_file(&settings.input.to_string_lossy()), reverse)
}

fn warn(warnings: &[String]) {
    warnings.iter().for_each(|warning| io::say(&format!("warning: {warning}")));
}

/// Reports the warnings, and returns the bytes.
fn warned(output: Output) -> Vec<u8> {
    warn(&output.warnings);
    output.bytes
}

/// Writes bytes to the output.
fn save(settings: &Settings, ending: &str, bytes: &[u8], is_text: bool) -> Result<(), Failure> {
    put(&output_name(settings, ending), &[bytes.into()], is_text)
}

/// Returns the named output, or the input's name with another ending.
fn output_name(settings: &Settings, ending: &str) -> PathBuf {
    match &settings.output {
        Some(name) => name.clone(),
        None if io::is_stream(&settings.input) => io::STREAM.into(),
        None => settings.input.with_extension(ending),
    }
}

fn put(name: &Path, parts: &io::Parts<'_>, is_text: bool) -> Result<(), Failure> {
    io::write_parts(name, parts, is_text).map_err(|error| Failure::tool(format!("Fails to open output file: {error}")))
}
