//! Work on ranges of numbers, in several threads.

use std::io::{Error, Result};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs work on ranges of numbers, with `step` numbers in each range, in `jobs` threads; returns all results, in any
/// order.
///
/// # Errors
///
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

#[cfg(test)]
mod tests {
    use super::in_steps;
    use std::io::Error;

    #[test]
    fn each_number_is_in_one_range() {
        let mut all = in_steps((3, 100), 7, 4, |from, to| Ok((from..to).collect())).unwrap_or_default();
        all.sort_unstable();
        assert_eq!(all, Vec::from_iter(3..100));
    }

    #[test]
    fn an_error_ends_the_work() {
        let refused =
            in_steps((0, 100), 10, 2, |from, _| if from == 50 { Err(Error::other("no")) } else { Ok(vec![from]) });
        assert!(refused.is_err_and(|error| error.to_string() == "no"));
    }
}
