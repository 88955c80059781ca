//! The command line of the Khronos translator, under its own name.
//!
//! A link to this program that is called `llvm-spirv` (or `llvm-spirv-22` and the like) takes the flags of the tool of
//! that name, with one or two dashes, and behaves like it: defaults, file names, messages, exit codes. The number in
//! the name is the version of LLVM for which LLVM IR is written. Flags are rows of `flags`, parsed by `parse`, checked
//! by `settings` and executed by `run`.

mod check;
mod conversions;
mod extensions;
mod failure;
mod flags;
pub mod internal_text;
mod name;
mod parse;
mod prefetches;
mod release;
mod report;
mod run;
pub mod scalars;
mod settings;
mod spec_constants;

use crate::io;
use failure::Failure;
use llvm_spirv::options::{LlvmVersion, Options};
pub use name::is_named;
use settings::Settings;
pub use spec_constants::to_bits;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Runs the tool under this name with these arguments.
pub fn run(program: &Path, arguments: &[OsString]) -> ExitCode {
    match code(outcome(name::release(program), arguments)) {
        failure::ABORTED => std::process::abort(),
        code => ExitCode::from(code),
    }
}

/// Reports a failure, and returns the exit code.
fn code(outcome: Result<u8, Failure>) -> u8 {
    outcome.unwrap_or_else(|failure| {
        io::say(&failure.text);
        failure.code
    })
}

/// Returns whether the tool has a flag with this name.
pub fn has_flag(name: &str) -> bool {
    flags::find(name).is_some()
}

/// Returns the settings of a translation from these arguments, which name no file, under this name; an error if they
/// are wrong.
pub fn options(arguments: &[String]) -> Result<Options, String> {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let settings = parse::parse(&arguments).and_then(|parsed| Settings::new(&parsed, None));
    settings.map(|settings| settings.options).map_err(|failure| failure.text)
}

fn outcome(release: Option<u32>, arguments: &[OsString]) -> Result<u8, Failure> {
    let parsed = parse::parse(arguments)?;
    if parsed.has("help") {
        return show(&flags::help()).map(|()| 0);
    }
    if parsed.has("version") {
        return show(&version(release)).map(|()| 0);
    }
    run::empty_input(parsed.input())?;
    let settings = Settings::new(&parsed, release)?;
    settings.notes.iter().for_each(|note| io::say(note));
    run::run(&settings)
}

fn show(text: &str) -> Result<(), Failure> {
    io::write(io::STREAM, text.as_bytes(), true).map_err(|error| Failure::tool(error.to_string()))
}

fn version(release: Option<u32>) -> String {
    let own = env!("CARGO_PKG_VERSION");
    let release = release.unwrap_or(LlvmVersion::default().number());
    format!(
        "LLVM (http://llvm.org/):\n  LLVM version {release}\n  Optimized build.\nllvm-spirv-rs {own}, as llvm-spirv\n"
    )
}
