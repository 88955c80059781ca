//! Runs shaders with random control flow, barriers and operations of subgroups, on the runner and on Lavapipe.
//!
//! ```text
//! meets --seed 1 --cases 2000
//! meets --seed 1 --first 17 --cases 1 --print
//! ```
#![allow(clippy::print_stdout)]

use clap::Parser;
use llvm_spirv_vulkan::gpu::Gpu;
use llvm_spirv_vulkan::meets::{self, Search};
use llvm_spirv_vulkan::work;
use std::io::{Error, Result};
use std::process::ExitCode;

/// Runs shaders whose invocations meet, and compares what they compute with the host's own words
#[derive(Debug, Parser)]
struct Arguments {
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of cases
    #[arg(long, default_value_t = 100)]
    cases: u64,
    /// Run the cases without Lavapipe
    #[arg(long)]
    no_device: bool,
    /// Print the GLSL of the cases, run nothing
    #[arg(long)]
    print: bool,
}

fn main() -> ExitCode {
    work::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool> {
    let cases = arguments.first..arguments.first.saturating_add(arguments.cases);
    if arguments.print {
        cases.for_each(|case| println!("{}", meets::source(arguments.seed, case)));
        return Ok(true);
    }
    let folder = std::env::temp_dir().join(format!("meets.{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let device =
        if arguments.no_device { None } else { Some(Gpu::open().map_err(|fault| Error::other(fault.to_string()))?) };
    let search = Search { folder: &folder, seed: arguments.seed, device };
    let (mut wrong, mut asked, mut alike) = (0, 0, 0);
    for case in cases {
        let outcome = search.case(case)?;
        outcome.failures.iter().for_each(|failure| println!("case {case}: {failure}"));
        wrong += u64::from(!outcome.failures.is_empty());
        asked += u64::from(outcome.device.is_some());
        alike += u64::from(outcome.device == Some(true));
        if outcome.device == Some(false) {
            println!("case {case}: Lavapipe has other words");
        }
    }
    std::fs::remove_dir_all(folder)?;
    println!(
        "seed {}: {} shaders from {}, {wrong} differ from the host's words; of {asked} on Lavapipe {alike} have the same",
        arguments.seed, arguments.cases, arguments.first
    );
    Ok(wrong == 0 && asked == alike && arguments.cases > 0)
}
