//! `spirv-runner`: runs a kernel of a SPIR-V module on this processor.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod bindings;
mod child;
mod command;
mod outcome;
mod pointers;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    match command::parse_all(&words).and_then(|commands| child::run(&commands)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
