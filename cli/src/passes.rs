//! `--print-passes`, `--print-before`, `--print-after` and `--stop-after`: the LLVM IR between the passes on the way to
//! SPIR-V, to find the pass that breaks a module.

use super::io;
use clap::Args;
use clap::builder::PossibleValuesParser;
use llvm_spirv::error::Result;
use llvm_spirv::options::{Moment, Options, PassObserver};
use llvm_spirv::{Llvm, regularize};
use std::fmt::Write;
use std::path::Path;

/// The name that selects all passes.
const ALL: &str = "all";

/// The arguments about passes.
#[derive(Args, Clone, Debug)]
pub struct Passes {
    /// List the passes over LLVM IR on the way to SPIR-V, in order, and do nothing else
    #[arg(long)]
    pub print_passes: bool,
    /// Write the LLVM IR in front of a pass, or of all, to the standard error
    #[arg(long, value_name = "PASS|all", value_parser = names_and_all(), hide_possible_values = true,
          conflicts_with_all = ["reverse", "explain", "spirv_print_report"])]
    pub print_before: Vec<String>,
    /// Write the LLVM IR behind a pass, or behind all, to the standard error
    #[arg(long, value_name = "PASS|all", value_parser = names_and_all(), hide_possible_values = true,
          conflicts_with_all = ["reverse", "explain", "spirv_print_report"])]
    pub print_after: Vec<String>,
    /// Stop behind a pass, and write the LLVM IR as text: to the standard error without -o
    #[arg(long, value_name = "PASS", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true, group = "writes_llvm",
          conflicts_with_all = ["reverse", "explain", "spirv_print_report", "out_dir"])]
    pub stop_after: Option<String>,
}

fn names() -> impl Iterator<Item = &'static str> {
    llvm_spirv::passes().map(|pass| pass.name)
}

fn names_and_all() -> PossibleValuesParser {
    PossibleValuesParser::new(names().chain([ALL]))
}

impl Passes {
    /// Returns the observer that prints the requested passes; none if no pass is requested.
    pub fn observer(&self) -> Option<PassObserver> {
        if self.print_before.is_empty() && self.print_after.is_empty() {
            return None;
        }
        let (before, after) = (self.print_before.clone(), self.print_after.clone());
        Some(PassObserver::new(move |event| {
            let (asked, word) = match event.moment {
                Moment::Before => (&before, "before"),
                Moment::After => (&after, "after"),
            };
            if asked.iter().any(|name| name == event.pass || name == ALL) {
                io::say(&format!("; *** LLVM IR {word} {} ***\n{}", event.pass, event.text()));
            }
        }))
    }
}

/// Writes the list of passes to the standard output.
///
/// # Errors
/// An output that cannot be written.
pub fn list() -> Result<()> {
    let width = names().map(str::len).max().unwrap_or_default();
    let mut text = String::new();
    for pass in llvm_spirv::passes() {
        // A string takes all that is written.
        let _ = writeln!(text, "{:width$}  {} [{}]", pass.name, pass.about, pass.when());
    }
    io::write(io::STREAM, text.as_bytes(), true)
}

/// Runs the passes up to the named one, and writes the LLVM IR. Returns the warnings.
///
/// # Errors
///
/// The errors of the passes, and of a file that cannot be written.
pub fn stop(bytes: &[u8], last: &str, output: Option<&Path>, options: &Options) -> Result<Vec<String>> {
    let made = regularize(bytes, options, Llvm::Assembly, Some(last))?;
    match output {
        Some(output) => io::write(output, &made.bytes, true)?,
        None => io::pass_on(&made.bytes),
    }
    Ok(made.warnings)
}
