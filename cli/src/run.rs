//! `run`: starts the program that runs kernels, which has LLVM's code generator that this one does without.

use super::diagnostics::Format;
use llvm_spirv::error::{Code, Error};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The name of the program.
const RUNNER: &str = "spirv-runner";

/// Runs it with the words; its exit code.
pub fn run(words: &[OsString]) -> ExitCode {
    let error = match status(Command::new(program()).args(words)) {
        Ok(code) => return code,
        Err(error) => error,
    };
    let text = format!("the program `{RUNNER}` cannot be started: {error}");
    let hint = "`make install RUNNER=1` installs it beside this program, and `cargo build --release --package \
                llvm-spirv-runner` builds it";
    Format::Text.error(&Error::of(Code::Unreadable, text).hint(hint));
    ExitCode::FAILURE
}

/// The one beside this program, else that of the PATH.
fn program() -> PathBuf {
    let here = std::env::current_exe().ok().map(|program| program.with_file_name(RUNNER));
    here.filter(|program| program.is_file()).unwrap_or_else(|| PathBuf::from(RUNNER))
}

#[cfg(unix)]
fn status(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    // The process becomes the other program, so that signals and the exit code are its own.
    Err(command.exec())
}

#[cfg(not(unix))]
fn status(command: &mut Command) -> std::io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
