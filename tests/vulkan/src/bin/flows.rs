//! Runs shaders with random control flow after translation from LLVM IR, after a round trip, and after LLVM's
//! optimiser.
//!
//! ```text
//! flows --seed 1 --cases 2000
//! flows --seed 1 --first 17 --cases 1 --print
//! ```
#![allow(clippy::print_stdout)]

use clap::Parser;
use llvm_spirv_vulkan::variants::Level;
use llvm_spirv_vulkan::work::{self, Cases};
use llvm_spirv_vulkan::{child, flows};
use std::io::{Result, Write};
use std::process::ExitCode;

/// Runs shaders with random control flow, and compares what they compute with the host's own words
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    cases: Cases,
    /// Levels of optimisation, which take turns: plain, O1, O2, O3, Os
    #[arg(long, value_delimiter = ',', default_value = "O1,O2,O3,Os")]
    levels: Vec<String>,
    /// Every so manieth module is run on the device as well; none with 0
    #[arg(long, default_value_t = 1)]
    device: u64,
    /// Print the LLVM IR of the cases, run nothing
    #[arg(long)]
    print: bool,
    /// Print the words that the host computes for the cases, run nothing
    #[arg(long)]
    words: bool,
    /// Run the modules that the standard input lists, in this process; what the program itself calls
    #[arg(long, hide = true)]
    child: bool,
}

fn main() -> ExitCode {
    work::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool> {
    let Cases { seed, first, cases, .. } = arguments.cases;
    let end = arguments.cases.end();
    if arguments.child {
        return flows::run(&child::listed(std::io::stdin().lock())?).map(|()| true);
    }
    if arguments.print {
        let text = flows::module(seed, &(first..end).collect::<Vec<_>>());
        return std::io::stdout().write_all(text.as_bytes()).map(|()| true);
    }
    if arguments.words {
        let words = flows::expected(seed, &(first..end).collect::<Vec<_>>());
        words.chunks(flows::LANES).for_each(|lanes| println!("{lanes:08x?}"));
        return Ok(true);
    }
    let levels = Level::all_named(&arguments.levels)?;
    let folder = std::env::temp_dir().join(format!("flows.{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (this, share) = (std::env::current_exe()?, arguments.cases.share());
    let search = flows::Search { this: &this, folder: &folder, seed, device: arguments.device };
    let failures = arguments.cases.in_steps(|from, to| {
        let modules = (from..to).step_by(share as usize).map(|at| {
            let (cases, number) = ((at..to.min(at + share)).collect(), at / share);
            let level = levels.get(number as usize % levels.len().max(1)).copied();
            (cases, number, level.unwrap_or(Level::Plain))
        });
        let failures = search.batch(&modules.collect::<Vec<_>>())?;
        failures.iter().for_each(|failure| println!("cases {:?}: {}", failure.cases, failure.text));
        Ok(failures)
    })?;
    std::fs::remove_dir_all(folder)?;
    println!("seed {seed}: {cases} functions from {first}, {} failures", failures.len());
    Ok(failures.is_empty() && cases > 0)
}
