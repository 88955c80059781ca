//! The program: parse, run, say what went wrong, exit code.

use std::process::ExitCode;

// Where its `operator new` has these names, and `src/llvm/heap.rs` knows the system.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[path = "llvm/replaced.rs"]
mod replaced;

fn main() -> ExitCode {
    llvm_spirv::cli::run()
}
