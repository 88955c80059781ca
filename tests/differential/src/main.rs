//! The command line of the differential test machine.
#![allow(clippy::print_stdout)]

use clap::Parser;
use llvm_spirv::options::{Extensions, ExtensionsError};
use llvm_spirv_differential::check::{Kind, Mode};
use llvm_spirv_differential::extensions::{self, Choice};
use llvm_spirv_differential::generate::{self, Category, Only};
use llvm_spirv_differential::jit::Oracle;
use llvm_spirv_differential::machine::{self, Settings};
use llvm_spirv_differential::{check, program};
use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs random functions before and after a translation to SPIR-V and back
#[derive(Debug, Parser)]
struct Arguments {
    /// Files of functions `void (ptr addrspace(1) in, ptr addrspace(1) out)` to check, in place of random ones
    files: Vec<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first function
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Number of functions
    #[arg(long, default_value_t = 1000)]
    functions: u64,
    /// After how many seconds no new batch is begun
    #[arg(long)]
    seconds: Option<u64>,
    /// Only steps of this kind
    #[arg(long)]
    only: Option<Category>,
    /// Among intrinsics only this one, without `llvm.`
    #[arg(long)]
    intrinsic: Option<String>,
    /// Extensions that may be used: a list as for `--spirv-ext`, or `any`, which is other ones for each batch
    #[arg(long, value_name = "any|+NAME,...", allow_hyphen_values = true)]
    extensions: Option<Choice>,
    /// Translate as under the name `llvm-spirv`
    #[arg(long)]
    khronos: bool,
    /// Number of functions that share a module
    #[arg(long, default_value_t = 50)]
    batch: u64,
    /// Number of failures that end the search
    #[arg(long, default_value_t = 10)]
    failures: usize,
    /// Print failures as they are, not the smallest function that fails alike
    #[arg(long)]
    as_is: bool,
    /// Print the functions, check nothing
    #[arg(long)]
    print: bool,
    /// Check the functions on the standard input in this process; what the machine calls
    #[arg(long, hide = true)]
    check: bool,
    /// Code generator of the functions that run, for `--check`
    #[arg(long, hide = true, default_value = "first")]
    oracle: Oracle,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> std::io::Result<bool> {
    if arguments.check {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        let extensions = choice(arguments).of_batch(arguments.seed, arguments.first);
        let mode = Mode { extensions, is_khronos: arguments.khronos };
        let settings = check::Settings { oracle: arguments.oracle, mode };
        return check::run(&text, &settings, &mut std::io::stdout()).map(|()| true);
    }
    if arguments.print {
        let numbers = arguments.first..arguments.first.saturating_add(arguments.functions);
        let chunks: Vec<_> =
            numbers.map(|number| generate::function(arguments.seed, number, &only(arguments)).chunk()).collect();
        println!("{}", program::module(&chunks));
        return Ok(true);
    }
    let this = std::env::current_exe()?;
    if arguments.files.is_empty() {
        let summary = machine::search(&this, &settings(arguments), |line| println!("{line}"));
        let (functions, failures) = (summary.functions, summary.failures.len());
        println!("seed {}: {functions} functions, {failures} failures", arguments.seed);
        if summary.overruled != 0 {
            println!(
                "{} more are faults of LLVM's code generator: not so in code for this processor, or without vectors",
                summary.overruled
            );
        }
        return Ok(failures == 0);
    }
    let mut good = true;
    for file in &arguments.files {
        let text = std::fs::read_to_string(file)?;
        let extensions = of_file(arguments, &text).map_err(std::io::Error::other)?;
        let mode = Mode { extensions, is_khronos: arguments.khronos };
        for failure in machine::check(&this, &program::read(&text), &mode) {
            println!("{}: {}: {}: {}", file.display(), failure.name, failure.kind, failure.message);
            good &= failure.kind == Kind::Oracle;
        }
    }
    Ok(good)
}

fn choice(arguments: &Arguments) -> Choice {
    arguments.extensions.clone().unwrap_or_default()
}

/// Returns the extensions of the command line, or else those of the file.
fn of_file(arguments: &Arguments, text: &str) -> Result<Extensions, ExtensionsError> {
    match &arguments.extensions {
        Some(choice) => Ok(choice.of_batch(arguments.seed, arguments.first)),
        None => extensions::of_file(text),
    }
}

fn only(arguments: &Arguments) -> Only {
    let category = arguments.only.or(arguments.intrinsic.as_ref().map(|_| Category::Intrinsics));
    Only { category, intrinsic: arguments.intrinsic.clone() }
}

fn settings(arguments: &Arguments) -> Settings {
    Settings {
        seed: arguments.seed,
        first: arguments.first,
        functions: if arguments.seconds.is_some() { u64::MAX } else { arguments.functions },
        seconds: arguments.seconds,
        batch: arguments.batch.max(1),
        only: only(arguments),
        extensions: choice(arguments),
        is_khronos: arguments.khronos,
        minimise: !arguments.as_is,
        failures: arguments.failures,
    }
}
