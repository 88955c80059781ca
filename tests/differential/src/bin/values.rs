//! Random kernels about values in memory: `values COUNT [SEED] [FIRST]` checks COUNT of them, `values print NUMBER [SEED]` prints one.
#![allow(clippy::print_stdout, missing_docs)]

use llvm_spirv_differential::kernels::{self, Order};
use llvm_spirv_differential::values::Values;
use std::process::ExitCode;

fn main() -> ExitCode {
    kernels::obey::<Values>(&Order::given(), |line| println!("{line}"))
}
