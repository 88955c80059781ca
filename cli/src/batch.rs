//! Many files at once, on all cores: `llvm-spirv-rs a.bc b.bc --out-dir DIR -j N`.
//!
//! In: the names of files. Out: a file for each that could be translated, and what was wrong with the others on the
//! standard error. A file that fails does not stop the rest. The files are those that single runs would write.

use super::identity::Identity;
use super::isolated::{self, Ended};
use super::options::Translate;
use super::{first_contact, io, translate};
use crate::process::{self, child};
use indicatif::{ProgressBar, ProgressStyle};
use llvm_spirv::error::{Code, Error, Result};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// One file: where it comes from and where it goes.
struct Job<'a> {
    input: &'a Path,
    output: PathBuf,
}

/// Translates all of them; true where none failed.
pub fn run(arguments: &Translate) -> Result<bool> {
    check(arguments)?;
    if let Some(folder) = &arguments.out_dir {
        let told = |error| Error::of(Code::Unwritable, format!("cannot make the folder {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(told)?;
    }
    let jobs = plan(arguments)?;
    let bar = progress(jobs.len());
    let failed = all(&jobs, arguments, &bar);
    bar.finish_and_clear();
    if failed > 0 {
        arguments.diagnostics().failures(failed, jobs.len());
    }
    Ok(failed == 0)
}

/// A file in translation: its contents, and the process that has them.
struct Running<'a> {
    job: &'a Job<'a>,
    bytes: Vec<u8>,
}

/// Each in a process of its own, some at a time; how many failed. Processes, since a crash inside LLVM takes all
/// threads along; and since this one has but one thread, starting them is sound.
fn all<'a>(jobs: &'a [Job<'a>], arguments: &Translate, bar: &ProgressBar) -> usize {
    let (mut waiting, mut running, mut children) = (jobs.iter(), Vec::<Running<'_>>::new(), Vec::new());
    let (most, mut failed) = (workers(arguments, jobs.len()), 0);
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
            match child::start(|| one(job, &bytes, arguments)) {
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

/// An error where the arguments are none for several files.
fn check(arguments: &Translate) -> Result<()> {
    if arguments.output.is_some() {
        return Err(Error::of(Code::CommandLine, "-o names one file, and there are several to write")
            .hint("--out-dir takes them all"));
    }
    match arguments.inputs.iter().any(|input| io::is_stream(input)) {
        true => Err(Error::of(Code::CommandLine, "the standard input cannot be one of several files")),
        false => Ok(()),
    }
}

/// Returns the jobs of a run, each with its output; no two of them to the same place, whatever it is called, nor to
/// that of an input.
fn plan(arguments: &Translate) -> Result<Vec<Job<'_>>> {
    let inputs = arguments.inputs.iter().filter_map(|input| Some((Identity::of_file(input)?, input)));
    let inputs: BTreeMap<Identity, &PathBuf> = inputs.collect();
    let mut taken = BTreeMap::<Identity, &Path>::new();
    let mut jobs = Vec::with_capacity(arguments.inputs.len());
    for input in &arguments.inputs {
        let output = translate::renamed(input, arguments);
        let output = arguments.out_dir.as_ref().map_or(output.clone(), |folder| in_folder(folder, &output));
        let file = Identity::of(&output);
        if let Some(other) = inputs.get(&file).filter(|other| **other != input) {
            let both = format!("{} would become {}, which is read, too", input.display(), other.display());
            return Err(Error::of(Code::CommandLine, both).hint("--out-dir DIR keeps the outputs apart"));
        }
        if let Some(other) = taken.insert(file, input) {
            let (other, input, output) = (other.display(), input.display(), output.display());
            return Err(Error::of(Code::CommandLine, format!("{other} and {input} would both become {output}")));
        }
        jobs.push(Job { input, output });
    }
    Ok(jobs)
}

fn in_folder(folder: &Path, file: &Path) -> PathBuf {
    folder.join(file.file_name().unwrap_or_default())
}

/// Translates one file, and says what is to be said of it; the code of its process.
fn one(job: &Job<'_>, bytes: &[u8], arguments: &Translate) -> u8 {
    process::prepare_heap();
    match translate::write(bytes.into(), job.input, &job.output, arguments) {
        Ok(warnings) => {
            warnings.iter().for_each(|w| arguments.diagnostics().warning(Some(job.input), w));
            0
        }
        Err(error) => {
            arguments.diagnostics().error(&error);
            1
        }
    }
}

/// Passes on what the process of a file said; returns whether it went well.
fn told(job: &Job<'_>, ended: Ended, arguments: &Translate, bar: &ProgressBar) -> bool {
    bar.inc(1);
    bar.suspend(|| {
        arguments.diagnostics().pass_on(&ended.said);
        ended.code.map_err(|error| arguments.diagnostics().error(&error.in_file(&job.input.to_string_lossy()))) == Ok(0)
    })
}

/// As many processes as were asked for, or as there are cores; no more than files, nor than there are descriptors for.
fn workers(arguments: &Translate, files: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    arguments.jobs.map_or_else(cores, NonZero::get).min(files).min(child::most())
}

/// On a terminal; elsewhere it draws nothing.
fn progress(files: usize) -> ProgressBar {
    let bar = ProgressBar::new(files as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} left {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
