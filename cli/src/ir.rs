//! `ir`: reads LLVM IR of any version, verifies it, and writes it as bitcode or assembly, without LLVM.
//!
//! In: bitcode or assembly. Out: the other form, or the same for another version. Each violation of a rule of LLVM's
//! verifier is an error; faults of debug information, for which LLVM drops the debug information and goes on, are
//! warnings.

use super::diagnostics::Format;
use super::io;
use clap::Args;
use llvm_ir::{Chapter, Fault, Module, Problem};
use llvm_spirv::error::{Code, Collected, Error, Place, Result, Source, internals};
use llvm_spirv::options::LlvmVersion;
use llvm_spirv::{Llvm, Output, older};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct Ir {
    /// Bitcode or LLVM assembly; `-` is the standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where to write
    #[arg(short, value_name = "OUT", default_value = io::STREAM)]
    output: PathBuf,
    /// Write assembly, not bitcode
    #[arg(short = 'S', long)]
    text: bool,
    /// The version of LLVM that is to read what is written
    #[arg(long, value_name = "15..23", default_value_t)]
    llvm_version: LlvmVersion,
    /// Write nothing: report the rules of LLVM's verifier that the module breaks
    #[arg(long, conflicts_with_all = ["output", "text", "llvm_version"])]
    verify_only: bool,
    /// Write a module that breaks rules, too
    #[arg(long, conflicts_with = "verify_only")]
    no_verify: bool,
    /// Format of errors and warnings: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    diagnostics: Format,
}

impl Ir {
    /// Returns the format of errors and warnings.
    pub fn diagnostics(&self) -> Format {
        self.diagnostics
    }
}

/// Reads, verifies and writes. Returns false if the module breaks a rule, which has been reported.
///
/// # Errors
///
/// A file that cannot be read or written, that is not LLVM IR, or that has something the wanted version lacks.
pub fn run(ir: &Ir) -> Result<bool> {
    let bytes = io::read(&ir.input)?;
    let name = named(&ir.input);
    let module = read(&bytes, &name)?;
    if !ir.no_verify {
        let (warned, broken) = faults(&module);
        warned.iter().for_each(|warning| ir.diagnostics.warning(None, warning));
        broken.iter().for_each(|error| ir.diagnostics.error(error));
        if !broken.is_empty() {
            return Ok(false);
        }
    }
    if ir.verify_only {
        return Ok(true);
    }
    let format = if ir.text { Llvm::Assembly } else { Llvm::Bitcode };
    let bytes = older::written(&module, format, ir.llvm_version, &name)?;
    io::write(&ir.output, &bytes, ir.text).map(|()| true)
}

/// Returns the name that LLVM's tools give to a module of a file.
fn named(input: &Path) -> Cow<'_, str> {
    if input == Path::new(io::STREAM) { Cow::Borrowed("<stdin>") } else { input.to_string_lossy() }
}

fn read(bytes: &[u8], name: &str) -> Result<Module> {
    if llvm_ir::is_bitcode(bytes) {
        return llvm_ir::read(bytes).map_err(|error| Error::of(Code::Bitcode, error.to_string()));
    }
    let mut module = parse(bytes, name)?;
    module.name_source(name.as_bytes());
    Ok(module)
}

fn parse(bytes: &[u8], name: &str) -> Result<Module> {
    llvm_ir::parse(bytes).map_err(|error| match &error.problem {
        Problem::Syntax(syntax) => {
            let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            let (line, column) = (number(syntax.line), number(syntax.column));
            let file = name.to_owned();
            let source = Source { file, line, column, ..Source::default() };
            let place = Place { source: Some(source), ..Place::default() };
            internals::at(Error::of(Code::Assembly, syntax.message.clone()), place)
        }
        problem => Error::of(Code::Assembly, problem.to_string()),
    })
}

/// Returns a module in the other form, or in the same for another version of LLVM; a module that is verified must keep
/// LLVM's rules.
///
/// # Errors
///
/// Those of [`run`], and all rules that the module breaks.
pub fn written(bytes: &[u8], name: &str, format: Llvm, version: LlvmVersion, verify: bool) -> Result<Output> {
    let module = read(bytes, name)?;
    let (warnings, broken) = if verify { faults(&module) } else { Default::default() };
    let mut errors = Collected::<()>::new(0);
    broken.into_iter().try_for_each(|error| errors.add(error))?;
    errors.finish()?;
    Ok(Output { bytes: older::written(&module, format, version, name)?, warnings })
}

/// Returns the warnings about debug information that LLVM will drop, and an error for each other rule that a module breaks.
fn faults(module: &Module) -> (Vec<String>, Vec<Error>) {
    let (warned, broken): (Vec<Fault>, Vec<Fault>) =
        llvm_ir::verify_described(module).into_iter().partition(|fault| fault.chapter == Chapter::DebugInfo);
    let warning = |fault: &Fault| format!("LLVM will drop debug information: {} ({})", fault.message, fault.place);
    (warned.iter().map(warning).collect(), broken.iter().map(error_of).collect())
}

fn error_of(fault: &Fault) -> Error {
    let sentence = format!("{} ({})", fault.message, fault.chapter.word());
    let mut place = Place::default();
    match &fault.place {
        llvm_ir::Place::Instruction { function, block, index, opcode } => {
            place.function = Some(function.clone());
            place.instruction = Some(format!("{}, {index} of block %{block}", opcode.word()));
        }
        llvm_ir::Place::Function(function) => place.function = Some(function.clone()),
        llvm_ir::Place::Module => {}
        other => return Error::of(Code::LlvmVerifier, format!("{sentence}: {other}")),
    }
    internals::at(Error::of(Code::LlvmVerifier, sentence), place)
}
