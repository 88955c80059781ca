//! `spirv-runner`: runs a kernel of a SPIR-V module on this processor.
#![allow(clippy::print_stdout, reason = "a program")]

mod bindings;
mod child;
mod outcome;
mod pointers;

use llvm_spirv::error::{Code, Error};
use llvm_spirv_cli::diagnostics::Format;
use llvm_spirv_cli::launch;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let launches = match launch::parse(&words) {
        Ok(launches) => launches,
        Err(code) => return code,
    };
    let format = launches.first().map_or(Format::Text, |launch| launch.diagnostics);
    child::run(&launches).unwrap_or_else(|error| {
        format.error(&error);
        code(&error)
    })
}

/// Returns the exit code: 2 for errors in the command line, 1 for all others.
fn code(error: &Error) -> ExitCode {
    match error.code() {
        Code::CommandLine | Code::Launch | Code::Argument => ExitCode::from(2),
        _ => ExitCode::FAILURE,
    }
}
