//! Random kernels that move pointers: `pointers COUNT [SEED] [FIRST]` checks COUNT of them, `pointers print NUMBER [SEED]` prints one.
#![allow(clippy::print_stdout, missing_docs)]

use llvm_spirv_differential::kernels::{self, Order};
use llvm_spirv_differential::pointers::Pointers;
use std::process::ExitCode;

fn main() -> ExitCode {
    kernels::obey::<Pointers>(&Order::given(), |line| println!("{line}"))
}
