//! The files of a batch in a process each, since a crash inside LLVM takes all threads along. This process has but one
//! thread, so that starting them is sound.

use super::super::first_contact;
use super::super::isolated::{self, Ended};
use super::super::options::Translate;
use super::{Job, one, told};
use crate::process::{self, child};
use indicatif::ProgressBar;

/// A file in translation: its contents, and the process that has them.
struct Running<'a> {
    job: &'a Job<'a>,
    bytes: Vec<u8>,
}

/// Translates each, so many at a time; how many failed.
pub fn all<'a>(jobs: &'a [Job<'a>], arguments: &Translate, most: usize, bar: &ProgressBar) -> usize {
    let (mut waiting, mut running, mut children) = (jobs.iter(), Vec::<Running<'_>>::new(), Vec::new());
    let mut failed = 0;
    loop {
        while children.len() < most
            && let Some(job) = waiting.next()
        {
            let bytes = match first_contact::read(job.input) {
                Ok(bytes) => bytes,
                Err(error) => {
                    failed += usize::from(!told(job, Ended { code: Err(error), said: Vec::new() }, arguments, bar));
                    continue;
                }
            };
            let work = || {
                process::prepare_heap();
                one(job, &bytes, arguments)
            };
            match child::start(work) {
                Ok(child) => {
                    children.push(child);
                    running.push(Running { job, bytes });
                }
                Err(work) => {
                    let code = bar.suspend(work);
                    failed += usize::from(!told(job, Ended { code: Ok(code), said: Vec::new() }, arguments, bar));
                }
            }
        }
        if children.is_empty() {
            return failed;
        }
        let Ok((index, end, said)) = child::wait(&mut children) else { return failed + children.len() };
        let Running { job, bytes } = running.remove(index);
        failed += usize::from(!told(job, isolated::ended(&bytes, end, said), arguments, bar));
    }
}
