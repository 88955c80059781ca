//! Many files at once, on all cores: `llvm-spirv-rs a.bc b.bc --out-dir DIR -j N`.
//!
//! In: the names of files. Out: a file for each that could be translated, and what was wrong with the others on the
//! standard error. A file that fails does not stop the rest. The files are those that single runs would write.

use super::options::Translate;
use super::{io, translate};
use crate::error::{Error, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One file: where it comes from and where it goes.
struct Job<'a> {
    input: &'a str,
    output: String,
}

/// Translates all of them; true where none failed.
pub fn run(arguments: &Translate) -> Result<bool> {
    let jobs = plan(arguments)?;
    if let Some(folder) = &arguments.out_dir {
        std::fs::create_dir_all(folder).map_err(|e| Error::io(format!("cannot make the folder {folder}: {e}")))?;
    }
    let bar = progress(jobs.len());
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !one(job, arguments, &bar) {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers(arguments, jobs.len()) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let failed = failed.into_inner();
    if failed > 0 {
        io::say(&format!("{failed} of {} files failed", jobs.len()));
    }
    Ok(failed == 0)
}

/// Where each file goes; no two of them to the same place.
fn plan(arguments: &Translate) -> Result<Vec<Job<'_>>> {
    if arguments.output.is_some() {
        return Err(Error::io("-o names one file, and there are several to write").hint("--out-dir takes them all"));
    }
    if arguments.explain.is_some() || arguments.spirv_print_report.is_some() {
        return Err(Error::io("--explain and --spirv-print-report look at one file at a time"));
    }
    let mut taken = BTreeMap::new();
    let mut jobs = Vec::with_capacity(arguments.inputs.len());
    for input in &arguments.inputs {
        if input == io::STREAM {
            return Err(Error::io("the standard input cannot be one of several files"));
        }
        let output = translate::renamed(input, arguments);
        let output = arguments.out_dir.as_ref().map_or(output.clone(), |folder| in_folder(folder, &output));
        if let Some(other) = taken.insert(output.clone(), input) {
            return Err(Error::io(format!("{other} and {input} would both become {output}")));
        }
        jobs.push(Job { input, output });
    }
    Ok(jobs)
}

fn in_folder(folder: &str, file: &str) -> String {
    let name = Path::new(file).file_name().unwrap_or_default();
    Path::new(folder).join(name).to_string_lossy().into_owned()
}

/// Translates one file, and says what is to be said of it.
fn one(job: &Job<'_>, arguments: &Translate, bar: &ProgressBar) -> bool {
    let outcome = translate::file(job.input, &job.output, arguments);
    bar.suspend(|| match &outcome {
        Ok(warnings) => warnings.iter().for_each(|w| arguments.diagnostics().warning(&format!("{}: {w}", job.input))),
        Err(error) => arguments.diagnostics().error(error),
    });
    outcome.is_ok()
}

/// As many threads as were asked for, or as there are cores; no more than files.
fn workers(arguments: &Translate, files: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    arguments.jobs.map_or_else(cores, NonZero::get).min(files)
}

/// On a terminal; elsewhere it draws nothing.
fn progress(files: usize) -> ProgressBar {
    let bar = ProgressBar::new(files as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} left {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
