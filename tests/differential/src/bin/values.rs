//! Random kernels about values in memory: `values COUNT [SEED] [FIRST]` checks COUNT of them, `values print NUMBER [SEED]` prints one.
#![allow(clippy::print_stdout, missing_docs)]

use llvm_spirv_differential::values::{Batch, FORMS, Form};
use std::process::ExitCode;

/// The number of kernels that share a module.
const BATCH: u64 = 10;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    if words.first().is_some_and(|word| word == "print") {
        let batch = Batch::new(number(2, 1), number(1, 0), 1);
        println!("{}", batch.text());
        println!("; {:#?}", batch.check(&FORMS));
        return ExitCode::SUCCESS;
    }
    let (count, seed, start) = (number(0, 1000), number(1, 1), number(2, 0));
    let mut failed = 0;
    for first in (start..start + count).step_by(BATCH as usize) {
        // Kernels have extensions every other time.
        let forms = if (first / BATCH).is_multiple_of(2) {
            [Form::Kernel, Form::Vulkan]
        } else {
            [Form::Extended, Form::Vulkan]
        };
        let mut faults = Batch::new(seed, first, BATCH.min(start + count - first)).check(&forms);
        if !faults.is_empty() {
            // What is refused is one of them.
            let one = |number| {
                Batch::new(seed, number, 1).check(&forms).into_iter().map(move |fault| format!("{number}: {fault}"))
            };
            faults = (first..first + BATCH).flat_map(one).collect();
        }
        failed += faults.len();
        faults.iter().for_each(|fault| println!("{fault}"));
        if first % 500 == 0 {
            println!("{} kernels, {failed} failures", first - start);
        }
    }
    println!("{count} kernels, seed {seed}, {failed} failures");
    ExitCode::from(u8::from(failed > 0))
}
