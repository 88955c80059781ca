//! Random graphs of debug information: `debug_info COUNT [SEED] [NUMBER] [SET]` checks COUNT of them in each set, or prints
//! the one of a number, of the set with a number.
#![allow(clippy::print_stdout, missing_docs)]

use llvm_spirv_differential::debug_info::{SETS, check, module};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (count, seed) = (arguments.first().copied().unwrap_or(1000), arguments.get(1).copied().unwrap_or(1));
    if let Some(number) = arguments.get(2) {
        let set = SETS[arguments.get(3).map_or(0, |set| *set as usize % SETS.len())];
        let text = module(seed, *number, set);
        println!("{text}\n; {:?}", check(&text, set));
        return ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for number in 0..count {
        for set in SETS {
            let text = module(seed, number, set);
            if let Err(error) = check(&text, set) {
                failed += 1;
                println!("{number} {set:?}: {error}");
            }
        }
    }
    println!("{count} graphs in {} sets, {failed} failures", SETS.len());
    ExitCode::from(u8::from(failed > 0))
}
