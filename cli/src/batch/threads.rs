//! The files of a batch on threads of this process, where no file ends it.
//!
//! In: the files. Out: how many failed. What is said of a file is kept until all before it had their say, so that it
//! comes in the order of the files on any number of threads. A panic is an error of the file that it is about.

use super::super::isolated::Ended;
use super::super::options::Translate;
use super::super::{first_contact, io};
use super::{Job, one, told};
use crate::process::signals;
use indicatif::ProgressBar;
use llvm_spirv::error::{Code, Error, Result};
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// The stack of a thread: that of a process.
const STACK: usize = 8 << 20;

/// The files that no thread has taken yet.
struct Waiting<'a> {
    jobs: &'a [Job<'a>],
    next: AtomicUsize,
}

impl<'a> Waiting<'a> {
    fn take(&self) -> Option<(usize, &'a Job<'a>)> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        Some((index, self.jobs.get(index)?))
    }
}

/// Translates each, so many at a time; how many failed.
pub fn all(jobs: &[Job<'_>], arguments: &Translate, most: usize, bar: &ProgressBar) -> usize {
    std::panic::set_hook(Box::new(|panic| io::say(&panic.to_string())));
    signals::end_between_writes();
    let (sender, receiver) = mpsc::channel();
    let waiting = Waiting { jobs, next: AtomicUsize::new(0) };
    let work = |sender: Sender<_>| {
        while let Some((index, job)) = waiting.take() {
            // Whoever would not listen has ended.
            let _ = sender.send((index, translated(job, arguments)));
        }
    };
    thread::scope(|scope| {
        let start = |_: &usize| {
            let sender = sender.clone();
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(sender)).is_ok()
        };
        if (0..most).take_while(start).count() == 0 {
            work(sender.clone());
        }
        drop(sender);
        failed(&receiver, jobs, arguments, bar)
    })
}

/// Reports each file in its turn, and returns how many failed.
fn failed(ended: &Receiver<(usize, Ended)>, jobs: &[Job<'_>], arguments: &Translate, bar: &ProgressBar) -> usize {
    let (mut early, mut failed) = (BTreeMap::new(), 0);
    let mut turns = jobs.iter().enumerate().peekable();
    for (index, one) in ended {
        early.insert(index, one);
        while let Some((turn, job)) = turns.peek()
            && let Some(ended) = early.remove(turn)
        {
            failed += usize::from(!told(job, ended, arguments, bar));
            turns.next();
        }
    }
    failed
}

/// Translates a file; what came of it, and what was said of it.
fn translated(job: &Job<'_>, arguments: &Translate) -> Ended {
    let (code, said) = io::kept(|| caught(|| first_contact::read(job.input).map(|bytes| one(job, &bytes, arguments))));
    Ended { code, said }
}

/// Returns what the work gives, or the error of its panic.
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
}
