//! The command line of the Khronos translator, under its own name.
//!
//! A link to this program that is called `llvm-spirv` (or `llvm-spirv-22` and the like) takes the flags of the tool of
//! that name, with one or two dashes, and behaves as it does: defaults, file names, messages, exit codes. Flags are
//! rows of `flags`, read by `parse`, judged by `settings` and acted on by `run`.

mod check;
mod conversions;
mod extensions;
mod failure;
mod flags;
pub mod internal_text;
mod parse;
mod prefetches;
mod report;
mod run;
pub mod scalars;
mod settings;
mod spec_constants;

use crate::io;
use failure::Failure;
use llvm_spirv::options::Options;
use settings::Settings;
pub use spec_constants::to_bits;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// The name of the tool.
const TOOL: &str = "llvm-spirv";

/// Returns whether this is the name of the Khronos translator's tool. Distributions put a target or vendor in front,
/// and the version of LLVM behind it (`amd-llvm-spirv-22`).
pub fn is_named(program: &Path) -> bool {
    let file = program.file_name().unwrap_or_default().to_string_lossy();
    let name = file.strip_suffix(".exe").unwrap_or(&file);
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let tool = name.rsplit_once('-').filter(|(_, rest)| number(rest)).map_or(name, |(tool, _)| tool);
    tool.ends_with(TOOL) || name.starts_with(TOOL) && !name.starts_with("llvm-spirv-rs")
}

/// Runs with these arguments, the program's name not among them.
pub fn run(arguments: &[OsString]) -> ExitCode {
    match code(outcome(arguments)) {
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

/// Returns whether it has a flag of this name.
pub fn has_flag(name: &str) -> bool {
    flags::find(name).is_some()
}

/// The settings of a translation that these arguments, without a file, ask for under this name; what is wrong with
/// them.
pub fn options(arguments: &[String]) -> Result<Options, String> {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let settings = parse::parse(&arguments).and_then(|parsed| Settings::new(&parsed));
    settings.map(|settings| settings.options).map_err(|failure| failure.text)
}

fn outcome(arguments: &[OsString]) -> Result<u8, Failure> {
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
        let tools = ["llvm-spirv", "/usr/bin/llvm-spirv-22", "./llvm-spirv.exe", "llvm-spirv-18.1", "llvm-spirv-dev"];
        for name in tools.into_iter().chain(["amd-llvm-spirv", "/opt/rocm/amd-llvm-spirv-22", "x-llvm-spirv-22.exe"]) {
            assert!(is_named(Path::new(name)), "{name}");
        }
        for name in ["llvm-spirv-rs", "/bin/llvm-spirv-rs.exe", "my-llvm-spirv-rs", "llvm-spirv/tool", "spirv", ""] {
            assert!(!is_named(Path::new(name)), "{name}");
        }
    }
}
