//! Random cases in several threads, and the exit of the programs that run them.

use llvm_spirv_testing::in_steps;
use std::fmt::Write as _;
use std::io::{Result, Write};
use std::process::ExitCode;

/// The number of modules in a process.
const BATCH: u64 = 10;

/// The arguments that say which random cases a program runs, and how
#[derive(Clone, Debug, clap::Args)]
pub struct Cases {
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Number of cases
    #[arg(long, default_value_t = 1000)]
    pub cases: u64,
    /// Number of cases that share a module
    #[arg(long, default_value_t = 20)]
    share: u64,
    /// Number of processes at a time
    #[arg(long, short, default_value_t = 1)]
    jobs: usize,
}

impl Cases {
    /// Returns the number behind the last case.
    pub fn end(&self) -> u64 {
        self.first.saturating_add(self.cases)
    }

    /// Returns the number of cases in a module: at least one.
    pub fn share(&self) -> u64 {
        self.share.max(1)
    }

    /// Runs work on ranges of cases, one range for each process; returns all results, in any order.
    ///
    /// # Errors
    ///
    /// The first error of the work.
    pub fn in_steps<T: Send>(&self, work: impl Fn(u64, u64) -> Result<Vec<T>> + Sync) -> Result<Vec<T>> {
        in_steps((self.first, self.end()), self.share().saturating_mul(BATCH), self.jobs, work)
    }
}

/// Ends a program: with success if no case failed, else with failure; prints an error.
pub fn exit(result: Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let mut text = String::new();
            _ = writeln!(text, "error: {error}");
            _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::FAILURE
        }
    }
}
