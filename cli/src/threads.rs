//! Work on many files with threads of this process.
//!
//! In: the files, and the work on one. Out: the result of each. Messages about a file are kept until those of all
//! earlier files are reported, so that they come in the order of the files on any number of threads. A panic is an
//! error of its file.

use super::io;
use crate::process::{self, signals};
use llvm_spirv::error::{Code, Error, Result};
use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The size of a thread's stack, which equals that of a process.
const STACK: usize = 8 << 20;

/// The end of the work on a file.
#[derive(Debug)]
pub struct Ended<T> {
    /// The result of the work, or the error of its panic.
    pub result: Result<T>,
    /// The messages about the file for the standard error.
    pub said: Vec<u8>,
}

/// Works on the files, at most `most` at a time, and reports them in their order.
pub fn all<F: Sync, T: Send>(
    files: &[F],
    most: usize,
    work: impl Fn(&F) -> Result<T> + Sync,
    mut report: impl FnMut(&F, Ended<T>),
) {
    std::panic::set_hook(Box::new(|panic| io::say(&panic.to_string())));
    signals::end_between_writes();
    let (sender, receiver) = mpsc::channel();
    let next = AtomicUsize::new(0);
    let all = |sender: mpsc::Sender<_>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { break };
            let (result, said) = io::kept(|| caught(|| work(file)));
            // Whoever would not listen has ended.
            let _ = sender.send((index, Ended { result, said }));
        }
    };
    thread::scope(|scope| {
        let start = |_: &usize| {
            let sender = sender.clone();
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || all(sender)).is_ok()
        };
        if (0..most.min(files.len())).take_while(start).count() == 0 {
            all(sender.clone());
        }
        drop(sender);
        let (mut early, mut turns) = (BTreeMap::new(), files.iter().enumerate().peekable());
        for (index, ended) in receiver {
            early.insert(index, ended);
            while let Some((turn, file)) = turns.peek()
                && let Some(ended) = early.remove(turn)
            {
                report(file, ended);
                turns.next();
            }
        }
    });
}

/// Returns the number of threads: the requested one, or the number of cores, limited by file descriptors.
pub fn number(asked: Option<NonZero<usize>>) -> usize {
    let wanted = asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    wanted.min(process::most_translations())
}

/// Returns the result of the work, or the error of its panic.
fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let why = format!("the translation panicked: {}", reason(&*panic));
        Err(Error::of(Code::Internal, why).hint("please report it, with the file: SECURITY.md says where"))
    })
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no reason that it gives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_its_file() {
        let (ended, said) = io::kept(|| {
            io::say("first");
            let ended = caught(|| -> Result<u8> { panic!("a row is missing") });
            io::say("last");
            ended
        });
        let error = ended.unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::Internal, "the translation panicked: a row is missing"));
        assert_eq!(said, b"first\nlast\n");
        assert_eq!(caught(|| Ok(7)), Ok(7));
    }

    #[test]
    fn files_are_reported_in_their_order() {
        let mut told = Vec::new();
        let files: Vec<u64> = (0..20).collect();
        let slow_first = |file: &u64| {
            thread::sleep(std::time::Duration::from_millis(5 - file % 5));
            Ok(file * 2)
        };
        all(&files, 4, slow_first, |file, ended| told.push((*file, ended.result.unwrap())));
        assert_eq!(told, (0..20).map(|file| (file, file * 2)).collect::<Vec<_>>());
    }
}
