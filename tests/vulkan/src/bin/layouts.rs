//! Runs shaders over random layouts before and after a translation to LLVM IR and back.
//!
//! ```text
//! layouts --seed 1 --cases 2000
//! layouts --seed 1 --first 17 --cases 1 --print
//! ```
#![allow(clippy::print_stdout)]

use clap::Parser;
use llvm_spirv_vulkan::child::{self, Kind};
use llvm_spirv_vulkan::layouts::{Case, module};
use llvm_spirv_vulkan::variants::Level;
use llvm_spirv_vulkan::work::{self, Cases};
use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Runs shaders over random layouts before and after a translation to LLVM IR and back
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    cases: Cases,
    /// Ways to LLVM IR and back: plain, O1, O2, O3, Os
    #[arg(long, value_delimiter = ',', default_value = "plain,O2")]
    levels: Vec<String>,
    /// Print failures as they are, in a line each, not the smallest module that fails
    #[arg(long)]
    as_is: bool,
    /// Every so manieth module is run on the device, and not by the host alone; none with 0
    #[arg(long, default_value_t = 1)]
    device: u64,
    /// Print the assembly of the cases, run nothing
    #[arg(long)]
    print: bool,
}

fn main() -> ExitCode {
    work::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool> {
    let Cases { seed, first, cases, .. } = arguments.cases;
    if arguments.print {
        let cases: Vec<_> = (first..arguments.cases.end()).map(Case::new).collect();
        print!("{}", module(seed, &cases));
        return Ok(true);
    }
    let search = Search::new(arguments)?;
    let counts = arguments.cases.in_steps(|from, to| Ok(vec![search.batch(from, to)?]))?;
    let failures: usize = counts.iter().sum();
    println!("seed {seed}: {cases} layouts from {first}, {failures} failures");
    Ok(failures == 0 && cases > 0)
}

/// A search for cases that fail.
struct Search {
    seed: u64,
    share: u64,
    levels: Vec<Level>,
    as_is: bool,
    device: u64,
    /// The program that runs modules.
    compare: PathBuf,
    folder: PathBuf,
}

impl Search {
    fn new(arguments: &Arguments) -> Result<Self> {
        let levels = Level::all_named(&arguments.levels)?;
        let compare = std::env::current_exe()?.with_file_name("compare");
        let folder = std::env::temp_dir().join(format!("layouts.{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self {
            seed: arguments.cases.seed,
            share: arguments.cases.share(),
            levels,
            as_is: arguments.as_is,
            device: arguments.device,
            compare,
            folder,
        })
    }

    /// Runs all cases of a range; returns the number of those that fail.
    fn batch(&self, from: u64, to: u64) -> Result<usize> {
        let modules: Vec<Vec<Case>> = (from..to).step_by(self.share as usize).map(|at| self.shared(at, to)).collect();
        let mut failures = 0;
        for (module, text) in self.failing(&modules)? {
            let alone: Vec<Vec<Case>> =
                modules.get(module).into_iter().flatten().map(|case| vec![case.clone()]).collect();
            let found = self.failing(&alone)?;
            if found.is_empty() {
                let first = modules.get(module).and_then(|cases| cases.first()).map_or(0, |case| case.number);
                println!("cases from {first} on: {text}: together, none alone");
                failures += 1;
            }
            for (case, text) in found {
                let Some(case) = alone.get(case).and_then(|cases| cases.first()) else { continue };
                failures += 1;
                if self.as_is {
                    println!("case {}: {text}", case.number);
                    continue;
                }
                let case = self.smallest(case)?;
                println!("case {}: {text}\n{}", case.number, module_of(self.seed, &case));
            }
        }
        Ok(failures)
    }

    fn shared(&self, at: u64, to: u64) -> Vec<Case> {
        (at..to.min(at + self.share)).map(Case::new).collect()
    }

    /// Returns the modules that fail, with the failure of each.
    fn failing(&self, modules: &[Vec<Case>]) -> Result<Vec<(usize, String)>> {
        let mut files = Vec::with_capacity(modules.len());
        for (position, cases) in modules.iter().enumerate() {
            let first = cases.first().map_or(0, |case| case.number);
            let file = self.folder.join(format!("{first}.{position}.{:?}.spv", std::thread::current().id()));
            assemble(&module(self.seed, cases), &file)?;
            files.push((position, file));
        }
        let mut outcomes = Vec::new();
        for (position, file) in &files {
            outcomes.extend(child::interpreted(*position, &std::fs::read(file)?, &self.levels));
        }
        let is_run = |(position, _): &&(usize, PathBuf)| {
            let first = modules.get(*position).and_then(|cases| cases.first()).map_or(0, |case| case.number);
            self.device > 0 && (first / self.share).is_multiple_of(self.device)
        };
        let run: Vec<_> = files.iter().filter(is_run).cloned().collect();
        if !run.is_empty() {
            outcomes.extend(child::batch(&self.compare, &run, &self.levels)?);
        }
        files.iter().try_for_each(|(_, file)| std::fs::remove_file(file))?;
        let mut failing: Vec<(usize, String)> = Vec::new();
        for outcome in outcomes.into_iter().filter(|outcome| outcome.kind != Kind::Same) {
            if failing.iter().all(|(module, _)| *module != outcome.module) {
                let text = format!("{}: {}: {}", outcome.level.name(), outcome.kind.name(), outcome.text);
                failing.push((outcome.module, text));
            }
        }
        Ok(failing)
    }

    /// Returns a failing case without the accesses that are not necessary for the failure.
    fn smallest(&self, case: &Case) -> Result<Case> {
        let mut smallest = case.clone();
        for access in 0..16 {
            let mut smaller = smallest.clone();
            smaller.without.insert(access);
            if !self.failing(&[vec![smaller.clone()]])?.is_empty() {
                smallest = smaller;
            }
        }
        Ok(smallest)
    }
}

fn module_of(seed: u64, case: &Case) -> String {
    module(seed, std::slice::from_ref(case))
}

/// Assembles a module into a file.
fn assemble(text: &str, file: &Path) -> Result<()> {
    let mut command = Command::new("spirv-as");
    command.args(["--target-env", "spv1.5", "-", "-o"]).arg(file).stdin(Stdio::piped());
    let mut assembler = command.spawn()?;
    assembler.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()))?;
    if assembler.wait()?.success() { Ok(()) } else { Err(Error::other(format!("spirv-as refuses:\n{text}"))) }
}
