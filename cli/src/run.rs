//! `run` and `--form=cpu`: start the program that runs kernels, which contains the conversion to the form for
//! processors and LLVM's code generator.

use super::diagnostics::Format;
use super::launch;
use super::options::Translate;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::LlvmVersion;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The name of the program.
const RUNNER: &str = "spirv-runner";

/// Checks the arguments and runs the program with them; returns its exit code.
pub fn run(words: &[OsString]) -> ExitCode {
    let format = match launch::parse(words) {
        Ok(launches) => launches.first().map_or(Format::Text, |launch| launch.diagnostics),
        Err(code) => return code,
    };
    match status(Command::new(program()).args(words)) {
        Ok(code) => code,
        Err(error) => {
            format.error(&absent(&error));
            ExitCode::FAILURE
        }
    }
}

/// Writes the form of a SPIR-V module that processors run; returns false if it failed, which has been reported.
pub fn emit(input: &Path, output: &Path, arguments: &Translate) -> Result<bool> {
    let mut command = Command::new(program());
    command.arg(input).arg("--emit-cpu").arg(output).args(arguments.text.then_some("--text"));
    let version = Some(arguments.llvm_version).filter(|version| *version != LlvmVersion::default());
    command.args(version.map(|version| format!("--llvm-version={version}")));
    command.args(arguments.cpu_abi.iter().flat_map(|names| ["--cpu-abi", names]));
    command.args(arguments.spec_constants.iter().map(|setting| format!("--spec-const={setting}")));
    command.args((arguments.diagnostics() == Format::Json).then_some("--diagnostics=json"));
    command.status().map(|status| status.success()).map_err(|error| absent(&error))
}

fn absent(error: &std::io::Error) -> Error {
    let text = format!("the program `{RUNNER}` cannot be started: {error}");
    let hint = "`make install RUNNER=1` installs it beside this program, and `cargo build --release --package \
                llvm-spirv-runner` builds it";
    Error::of(Code::Unreadable, text).hint(hint)
}

/// Returns the path of the runner beside this program, else its name for a search in the PATH.
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
