//! The command line of the Khronos translator, under its own name.
//!
//! A link to this program that is called `llvm-spirv` (or `llvm-spirv-22` and the like) takes the flags of the tool of
//! that name, with one or two dashes, and behaves as it does: defaults, file names, messages, exit codes. Flags are
//! rows of `flags`, read by `parse`, judged by `settings` and acted on by `run`.

mod check;
mod extensions;
mod failure;
mod flags;
mod parse;
mod report;
mod run;
mod settings;
mod spec_constants;

use crate::cli::io;
use crate::options::Options;
use failure::Failure;
use settings::Settings;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Is this the name of the Khronos translator's tool?
pub fn is_named(program: &str) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("llvm-spirv") && !name.starts_with("llvm-spirv-rs")
}

/// Runs with these arguments, the program's name not among them.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    match code(outcome(&arguments)) {
        failure::ABORTED => std::process::abort(),
        code => ExitCode::from(code),
    }
}

/// Says what failed; the code of the process.
fn code(outcome: Result<u8, Failure>) -> u8 {
    outcome.unwrap_or_else(|failure| {
        io::say(&failure.text);
        failure.code
    })
}

/// The settings of a translation that these arguments, without a file, ask for under this name; what is wrong with them.
pub fn options(arguments: &[String]) -> Result<Options, String> {
    let settings = parse::parse(arguments).and_then(|parsed| Settings::new(&parsed));
    settings.map(|settings| settings.options).map_err(|failure| failure.text)
}

fn outcome(arguments: &[String]) -> Result<u8, Failure> {
    let parsed = parse::parse(arguments)?;
    if parsed.has("help") {
        return show(&flags::help()).map(|()| 0);
    }
    if parsed.has("version") {
        return show(&version()).map(|()| 0);
    }
    run::empty_input(parsed.input())?;
    let settings = Settings::new(&parsed)?;
    settings.notes.iter().for_each(|note| io::say(note));
    run::run(&settings)
}

fn show(text: &str) -> Result<(), Failure> {
    io::write(io::STREAM, text.as_bytes(), true).map_err(|error| Failure::tool(error.to_string()))
}

fn version() -> String {
    let own = env!("CARGO_PKG_VERSION");
    format!("LLVM (http://llvm.org/):\n  LLVM version 22\n  Optimized build.\nllvm-spirv-rs {own}, as llvm-spirv\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_names_of_the_tool() {
        for name in ["llvm-spirv", "/usr/bin/llvm-spirv-22", "./llvm-spirv.exe"] {
            assert!(is_named(name), "{name}");
        }
        for name in ["llvm-spirv-rs", "/bin/llvm-spirv-rs.exe", "spirv", ""] {
            assert!(!is_named(name), "{name}");
        }
    }
}
