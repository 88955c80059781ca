//! `validate`: the result of `spirv-val` of SPIRV-Tools for a module, with the instruction and the line of the source.
//!
//! The rules are those of that program, which is started; this one reads text and LLVM IR for it, and names places.

use super::diagnostics::Format;
use super::{first_contact, io};
use clap::Args;
use llvm_spirv::binary::text::Lines;
use llvm_spirv::binary::{Op, Words, header, lines};
use llvm_spirv::error::{Code, Error, Place, Result, internals};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Extensions, Options};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The default name of the program.
const PROGRAM: &str = "spirv-val";
/// The environment variable with another name of the program.
const VARIABLE: &str = "SPIRV_VAL";

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct Validate {
    /// A SPIR-V binary, or SPIR-V assembly; or LLVM IR, which is translated first
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The environment whose rules hold, by the names of spirv-val
    #[arg(long, value_name = "NAME")]
    target_env: Option<String>,
    /// Format of errors: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    diagnostics: Format,
}

impl Validate {
    /// Returns the format of errors.
    pub fn diagnostics(&self) -> Format {
        self.diagnostics
    }
}

/// Runs the validator on a module.
///
/// # Errors
/// A file that cannot be read, a program that cannot be started, or a module that breaks a rule.
pub fn run(validate: &Validate) -> Result<bool> {
    let name = validate.file.to_string_lossy();
    valid(validate).map(|()| true).map_err(|error| error.in_file(&name))
}

fn valid(validate: &Validate) -> Result<()> {
    asked(&first_contact::read_for(Some("validate"), &validate.file)?, validate.target_env.as_deref())
}

/// Validates a SPIR-V binary, or the one that LLVM IR becomes, by the rules of an environment.
///
/// # Errors
/// A program that cannot be started, or a module that breaks a rule.
pub fn asked(module: &[u8], target_env: Option<&str>) -> Result<()> {
    let mut binary = Cow::Borrowed(module);
    if !header::is_spirv(module) {
        let options = Options { extensions: Extensions::all(), ..Options::default() };
        binary = llvm_to_spirv(module, &options)?.bytes.into();
    }
    let program = std::env::var_os(VARIABLE).unwrap_or_else(|| OsString::from(PROGRAM));
    let mut command = Command::new(&program);
    command.args(target_env.iter().flat_map(|name| ["--target-env", *name])).arg(io::STREAM);
    match said(&mut command, &binary) {
        Ok(None) => Ok(()),
        Ok(Some(complaint)) => Err(error(&complaint, &binary)),
        Err(cause) => Err(Error::of(Code::Unreadable, format!("{} cannot be started: {cause}", program.display()))
            .hint(format!("it is part of SPIRV-Tools; {VARIABLE} names another one"))),
    }
}

/// Returns the error of the program, if there is one.
fn said(command: &mut Command, binary: &[u8]) -> std::io::Result<Option<String>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take();
    let ended = std::thread::scope(|scope| {
        // A program that ends early has written why.
        scope.spawn(move || input.as_mut().map(|input| input.write_all(binary)));
        child.wait_with_output()
    })?;
    let text = [ended.stderr, ended.stdout].map(|part| String::from_utf8_lossy(&part).trim().to_owned());
    Ok((!ended.status.success()).then(|| text.join("\n").trim().to_owned()))
}

/// Returns the program's message as an error, at the instruction whose number is the line in the message.
fn error(complaint: &str, binary: &[u8]) -> Error {
    let first = complaint.lines().next().unwrap_or_default();
    let rest = first.strip_prefix("error: ").unwrap_or(first);
    let (number, sentence) = match rest.strip_prefix("line ").and_then(|rest| rest.split_once(": ")) {
        Some((number, sentence)) => (number.parse::<usize>().ok(), sentence),
        None => (None, rest),
    };
    let error = Error::of(Code::SpirvInvalid, sentence);
    match number.and_then(|number| place(binary, number)) {
        Some(place) => internals::at(error, place),
        None => error,
    }
}

/// Returns the place of an instruction by its number, from 1 on.
fn place(binary: &[u8], number: usize) -> Option<Place> {
    let words = Words::read_any(binary).ok()?;
    let instruction = words.instructions().nth(number.checked_sub(1)?)?;
    let mut shown = Lines::new(&words);
    let before = words.instructions().take(number);
    let function = before.fold(None, |open, one| match one.opcode() {
        Op::Function => one.result_id(),
        Op::FunctionEnd => None,
        _ => open,
    });
    Some(Place {
        source: lines::source(&words, instruction.offset()),
        function: function.map(|id| shown.name(id)),
        instruction: Some(shown.line(instruction)),
        word: Some(instruction.offset()),
        ..Place::default()
    })
}
