//! The command line: `llvm-spirv-rs IN [-o OUT]`, `-r` for the way back, `roundtrip` for two laps.
//! Under the name `llvm-spirv` it is the Khronos translator's (`khronos`).

mod io;
mod khronos;
mod options;
mod roundtrip;
mod translate;

use crate::error::Result;
use clap::Parser;
use options::{Arguments, Verb};
use std::process::ExitCode;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    let mut names = std::env::args_os();
    if names.next().is_some_and(|program| khronos::is_named(&program.to_string_lossy())) {
        return khronos::run(names);
    }
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
