//! The command line: `llvm-spirv-rs IN [-o OUT]`, `-r` for the way back, `roundtrip` for two laps,
//! several files for a batch.
//! Under the name `llvm-spirv` it is the Khronos translator's (`khronos`).

mod batch;
mod diagnostics;
mod explain;
mod inspect;
mod io;
mod khronos;
mod options;
mod report;
mod roundtrip;
mod translate;

pub use khronos::options as drop_in_options;

use crate::error::Result;
use crate::llvm::process;
use clap::Parser;
use diagnostics::Format;
use options::{Arguments, Verb};
use std::process::ExitCode;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    process::prepare_heap();
    let mut names = std::env::args_os();
    if names.next().is_some_and(|program| khronos::is_named(&program.to_string_lossy())) {
        return khronos::run(names);
    }
    let arguments = Arguments::parse();
    let (outcome, diagnostics) = match &arguments.verb {
        Some(Verb::Roundtrip(files)) => (roundtrip::run(files), files.diagnostics()),
        None => (translate::run(&arguments.translate), arguments.translate.diagnostics()),
    };
    exit_code(outcome, diagnostics)
}

/// 0 for success, 1 for everything else; usage errors are clap's and give 2.
fn exit_code(outcome: Result<bool>, diagnostics: Format) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            diagnostics.error(&error);
            ExitCode::FAILURE
        }
    }
}
