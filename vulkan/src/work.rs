//! Work in several threads, and how the programs end.

use std::fmt::Write as _;
use std::io::{Error, Result, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ends a program: well where all that it looked at was, else not; an error is printed.
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

/// Does work on the numbers from the first one to the end, so many at a time, in so many threads; returns all results, in
/// no order.
///
/// # Errors
/// The first error of the work.
pub fn in_steps<T: Send>(
    (first, end): (u64, u64),
    step: u64,
    jobs: usize,
    work: impl Fn(u64, u64) -> Result<Vec<T>> + Sync,
) -> Result<Vec<T>> {
    let died = || Error::other("a thread died");
    let (next, results) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let all = || -> Result<()> {
        loop {
            let from = next.fetch_add(step, Ordering::Relaxed);
            if from >= end {
                return Ok(());
            }
            let found = work(from, end.min(from.saturating_add(step)))?;
            results.lock().map_err(|_| died())?.extend(found);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(all)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(died())))
    })?;
    results.into_inner().map_err(|_| died())
}
