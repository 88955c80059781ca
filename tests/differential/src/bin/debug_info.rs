//! Random graphs of debug information: `debug_info COUNT [SEED] [NUMBER] [FORM]` checks COUNT graphs in each form, or
//! prints graph NUMBER in form FORM.
#![allow(clippy::print_stdout, missing_docs)]

use llvm_spirv_differential::debug_info::{FORMS, check, module};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (count, seed) = (arguments.first().copied().unwrap_or(1000), arguments.get(1).copied().unwrap_or(1));
    if let Some(number) = arguments.get(2) {
        let form = FORMS[arguments.get(3).map_or(0, |form| *form as usize % FORMS.len())];
        let text = module(seed, *number, form.content);
        println!("{text}\n; {:?}", check(&text, form));
        return ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for number in 0..count {
        for form in FORMS {
            let text = module(seed, number, form.content);
            if let Err(error) = check(&text, form) {
                failed += 1;
                println!("{number} {form:?}: {error}");
            }
        }
    }
    println!("{count} graphs in {} forms, {failed} failures", FORMS.len());
    ExitCode::from(u8::from(failed > 0))
}
