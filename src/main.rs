//! The program: parse, run, say what went wrong, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    llvm_spirv::cli::run()
}
