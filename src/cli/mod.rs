//! The command line: `llvm-spirv-rs IN [-o OUT]`, `-r` for the way back, `roundtrip` for two laps.

mod io;
mod options;
mod roundtrip;
mod translate;

use crate::error::Result;
use clap::Parser;
use options::{Arguments, Verb};
use std::process::ExitCode;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.verb {
        Some(Verb::Roundtrip(files)) => roundtrip::run(files),
        None => translate::run(&arguments.translate).map(|()| true),
    };
    exit_code(outcome)
}

/// 0 for success, 1 for everything else; usage errors are clap's and give 2.
fn exit_code(outcome: Result<bool>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            io::say(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}
