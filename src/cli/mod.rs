//! The command line: `llvm-spirv-rs IN [-o OUT]`, `-r` for the way back, `roundtrip` for two laps,
//! several files for a batch.
//! Under the name `llvm-spirv` it is the Khronos translator's (`khronos`).

mod batch;
mod diagnostics;
mod explain;
mod inspect;
mod io;
pub mod isolated;
mod khronos;
mod options;
mod report;
mod response_files;
mod roundtrip;
mod translate;

pub use khronos::options as drop_in_options;

use crate::error::Result;
use clap::Parser;
use diagnostics::Format;
use options::{Arguments, Verb};
use std::borrow::Cow;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    let mut given = std::env::args_os();
    let program = given.next().unwrap_or_default();
    let given = match response_files::expanded(given) {
        Ok(given) => given,
        Err(complaint) => {
            io::say(&format!("error: {complaint}"));
            return ExitCode::FAILURE;
        }
    };
    if khronos::is_named(Path::new(&program)) {
        return khronos::run(&given);
    }
    let arguments = Arguments::parse_from(std::iter::once(program).chain(given));
    match &arguments.verb {
        Some(Verb::Roundtrip(files)) => exit_code(roundtrip::run(files), files.diagnostics()),
        None => exit_code(translate::run(&arguments.translate), arguments.translate.diagnostics()),
    }
}

/// Does work on a file that says by itself what went wrong, where nothing that LLVM does can end this process.
fn isolated(file: Vec<u8>, diagnostics: Format, work: impl FnOnce(Cow<'_, [u8]>) -> Result<bool>) -> Result<bool> {
    let ended = isolated::run(file, |file| u8::from(!succeeded(work(file), diagnostics)));
    io::pass_on(&ended.said);
    ended.code.map(|code| code == 0)
}

/// 0 for success, 1 for everything else; usage errors are clap's and give 2.
fn exit_code(outcome: Result<bool>, diagnostics: Format) -> ExitCode {
    if succeeded(outcome, diagnostics) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tells of the error, where there is one.
fn succeeded(outcome: Result<bool>, diagnostics: Format) -> bool {
    outcome.unwrap_or_else(|error| {
        diagnostics.error(&error);
        false
    })
}
