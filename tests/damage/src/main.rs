//! Mass tests: mutants of modules through the translator, each within two seconds and a gigabyte of memory.
//!
//! ```text
//! mutants --spirv 100000 --shaders 100000 --debug 20000 --assembly 20000 --bitcode 20000
//! ```
//!
//! In: how many of each kind. Out: a line for each that crashed, panicked, printed, took too long or too much memory,
//! and its file. Mutants are translated in processes of their own, some hundred in each; the one that ends its process
//! is found, and the next process goes on behind it.
#![allow(clippy::print_stdout)]

mod child;
mod meter;
mod run;
mod seeds;

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Translates damaged modules, and watches what that costs
#[derive(Debug, Parser)]
struct Arguments {
    /// Number of mutants of the modules in tests/damage/modules.txt that go from SPIR-V to LLVM IR
    #[arg(long, default_value_t = 0)]
    spirv: u64,
    /// Number of mutants of all shaders of the project, damaged along their structure, that go to LLVM IR
    #[arg(long, default_value_t = 0)]
    shaders: u64,
    /// Number of damaged files of LLVM assembly that go to SPIR-V
    #[arg(long, default_value_t = 0)]
    assembly: u64,
    /// Number of damaged files of bitcode that go to SPIR-V
    #[arg(long, default_value_t = 0)]
    bitcode: u64,
    /// Number of mutants of debug information, in its own instructions, that go to LLVM IR and back
    #[arg(long, default_value_t = 0)]
    debug: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first mutant
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of processes at a time, in place of one a core
    #[arg(long, short)]
    jobs: Option<usize>,
    /// Number of mutants in a process
    #[arg(long, default_value_t = 500)]
    batch: u64,
    /// Folder for the modules and the findings
    #[arg(long, default_value = "target/mutants")]
    folder: PathBuf,
    /// Only modules with this in their names, such as `shaders`
    #[arg(long, default_value = "")]
    only: String,
    /// Translate mutants in this process; what the program itself calls
    #[arg(long, hide = true)]
    child: Option<Kind>,
}

/// The kind of input that is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Spirv,
    Shaders,
    Debug,
    Assembly,
    Bitcode,
}

impl Kind {
    /// The ending of its files.
    fn ending(self) -> &'static str {
        match self {
            Self::Spirv | Self::Shaders | Self::Debug => "spv",
            Self::Assembly => "ll",
            Self::Bitcode => "bc",
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.child {
        Some(kind) => child::run(kind, &arguments).map(|()| true),
        None => all(&arguments),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn all(arguments: &Arguments) -> std::io::Result<bool> {
    let mut good = true;
    let kinds = [
        (Kind::Spirv, arguments.spirv),
        (Kind::Shaders, arguments.shaders),
        (Kind::Debug, arguments.debug),
        (Kind::Assembly, arguments.assembly),
        (Kind::Bitcode, arguments.bitcode),
    ];
    if kinds.iter().all(|(_, count)| *count == 0) {
        return Err(std::io::Error::other(
            "no mutants: --spirv, --shaders, --debug, --assembly or --bitcode must be above 0",
        ));
    }
    for (kind, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
        let modules = seeds::make(kind, &arguments.folder)?;
        let summary = run::run(kind, count, arguments)?;
        println!(
            "{}: {count} mutants of {modules} modules, {} translated, {} refused, {} findings; at most {:.2} s and {} MiB, {} KiB kept",
            kind.ending(),
            summary.translated,
            summary.refused,
            summary.findings,
            f64::from(summary.slowest) / 1000.0,
            summary.largest >> 10,
            summary.kept,
        );
        good &= summary.findings == 0;
    }
    Ok(good)
}
