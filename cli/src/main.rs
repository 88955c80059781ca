//! The program: parses the command line, runs it, reports errors, and returns the exit code.

use std::process::ExitCode;

#[path = "process/memory.rs"]
mod memory;
#[cfg(target_os = "linux")]
#[path = "process/streams.rs"]
mod streams;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    let is_output_closed = streams::is_output_closed();
    #[cfg(not(target_os = "linux"))]
    let is_output_closed = false;
    llvm_spirv_cli::run(is_output_closed)
}
