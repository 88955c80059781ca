//! Translation of many files at once, on all cores: `llvm-spirv-rs a.bc folder --out-dir DIR -j N`.
//!
//! In: the names of files and of folders of files. Out: a file for each input that could be translated, and the errors
//! of the others on the standard error. A file that fails does not stop the rest. The output files are the same as
//! those of single runs.

mod inputs;
mod manifest;

use super::diagnostics::Format;
use super::identity::Identity;
use super::options::Translate;
use super::threads::{self, Ended};
use super::written::{self, Outcome, State};
use super::{first_contact, io, translate};
use indicatif::{ProgressBar, ProgressStyle};
use inputs::Input;
use llvm_spirv::error::{Code, Error, Result};
use manifest::Manifest;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A translation of one file: its input and its output.
struct Job {
    input: PathBuf,
    output: PathBuf,
    /// The path of the output below the output folder.
    place: PathBuf,
}

/// Translates all files; returns true if none failed.
pub fn run(arguments: &Translate) -> Result<bool> {
    check(arguments)?;
    let jobs = plan(arguments)?;
    if arguments.out_dir.is_some() {
        let folders: BTreeSet<_> = jobs.iter().filter_map(|job| job.output.parent()).collect();
        folders.into_iter().try_for_each(make_folder)?;
    }
    let folder = arguments.out_dir.as_deref().filter(|_| arguments.written.skip_existing);
    let manifest = folder.map(|folder| Manifest::open(folder, arguments)).transpose()?;
    let bar = progress(jobs.len());
    let failed = translated(&jobs, arguments, manifest.as_ref(), &bar);
    bar.finish_and_clear();
    if failed > 0 {
        arguments.diagnostics().failures(failed, jobs.len());
    }
    manifest.map_or(Ok(()), Manifest::finish)?;
    Ok(failed == 0)
}

fn make_folder(folder: &Path) -> Result<()> {
    let unwritable =
        |error| Error::of(Code::Unwritable, format!("cannot make the folder {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(unwritable)
}

/// Translates each file; returns the number of failures.
fn translated(jobs: &[Job], arguments: &Translate, manifest: Option<&Manifest>, bar: &ProgressBar) -> usize {
    let mut failed = 0;
    let work = |job: &Job| {
        let unread = |_: &Error| show(job, None, None, Duration::ZERO, arguments);
        let bytes = first_contact::read(&job.input).inspect_err(unread)?;
        Ok(one(job, bytes, arguments, manifest))
    };
    threads::all(jobs, threads::number(arguments.jobs), work, |job, ended| {
        failed += usize::from(!told(job, ended, arguments, bar));
    });
    failed
}

/// Returns an error if the arguments do not fit several files.
fn check(arguments: &Translate) -> Result<()> {
    if arguments.output.is_some() {
        return Err(Error::of(Code::CommandLine, "-o names one file, and there are several to write")
            .hint("--out-dir takes them all"));
    }
    if let Some(folder) = arguments.inputs.iter().find(|input| input.is_dir()).filter(|_| arguments.out_dir.is_none()) {
        let folder = first_contact::quoted(folder);
        return Err(Error::of(
            Code::CommandLine,
            format!("{folder} is a folder, and there is no folder for the outputs"),
        )
        .hint(format!("write: llvm-spirv-rs {folder} --out-dir spv")));
    }
    match arguments.inputs.iter().any(|input| io::is_stream(input)) {
        true => Err(Error::of(Code::CommandLine, "the standard input cannot be one of several files")),
        false => Ok(()),
    }
}

/// Returns the jobs of a run, each with its output. No two outputs may be the same file, whatever their names, and none
/// may be an input.
fn plan(arguments: &Translate) -> Result<Vec<Job>> {
    let all = inputs::all(arguments)?;
    let named = all.iter().filter_map(|input| Some((Identity::of_file(&input.file)?, &input.file)));
    let named: BTreeMap<Identity, &PathBuf> = named.collect();
    let mut taken = BTreeMap::<Identity, &Path>::new();
    let mut jobs = Vec::with_capacity(all.len());
    for Input { file: input, place } in &all {
        let place = translate::renamed(place, arguments);
        let beside = || translate::renamed(input, arguments);
        let output = arguments.out_dir.as_ref().map_or_else(beside, |folder| folder.join(&place));
        let file = Identity::of(&output);
        if let Some(other) = named.get(&file).filter(|other| **other != input) {
            let both = format!("{} would become {}, which is read, too", input.display(), other.display());
            return Err(Error::of(Code::CommandLine, both).hint("--out-dir DIR keeps the outputs apart"));
        }
        if let Some(other) = taken.insert(file, input) {
            let (other, input, output) = (other.display(), input.display(), output.display());
            return Err(Error::of(Code::CommandLine, format!("{other} and {input} would both become {output}")));
        }
        jobs.push(Job { input: input.clone(), output, place });
    }
    Ok(jobs)
}

/// Translates one file, reports its warnings or its error, and returns whether it succeeded.
fn one(job: &Job, bytes: Vec<u8>, arguments: &Translate, manifest: Option<&Manifest>) -> bool {
    match recorded(job, bytes, arguments, manifest) {
        Ok(outcome) => {
            outcome.warnings.iter().for_each(|w| arguments.diagnostics().warning(Some(&job.input), w));
            true
        }
        Err(error) => {
            arguments.diagnostics().error(&error);
            false
        }
    }
}

/// Translates a file, and prints its record if the messages are JSON.
fn recorded(job: &Job, bytes: Vec<u8>, arguments: &Translate, manifest: Option<&Manifest>) -> Result<Outcome> {
    let is_shown = arguments.diagnostics() == Format::Json;
    let digest = is_shown.then(|| written::digest(&[bytes.as_slice().into()]));
    let start = Instant::now();
    let outcome = match manifest {
        Some(manifest) => unless_there(bytes, job, arguments, manifest),
        None => translate::write(bytes, &job.input, &job.output, arguments),
    };
    show(job, digest.as_deref(), outcome.as_ref().ok(), start.elapsed(), arguments);
    outcome
}

/// Prints the record of a file if the messages are JSON; without an outcome the file failed.
fn show(job: &Job, digest: Option<&str>, outcome: Option<&Outcome>, time: Duration, arguments: &Translate) {
    let failed = Outcome::of(State::Failed);
    let outcome = outcome.unwrap_or(&failed);
    let record = || written::record(&job.input.to_string_lossy(), &job.output, digest, outcome, time);
    arguments.diagnostics().record(record);
}

/// Translates a file unless its output is up to date.
fn unless_there(bytes: Vec<u8>, job: &Job, arguments: &Translate, manifest: &Manifest) -> Result<Outcome> {
    let key = manifest.key(&bytes);
    if let Some(digest) = manifest.find(&key, &job.place, &job.output) {
        return Ok(Outcome { digest, ..Outcome::of(State::Skipped) });
    }
    let outcome = translate::write(bytes, &job.input, &job.output, arguments)?;
    manifest.add(key, &job.place, outcome.digest.clone());
    Ok(outcome)
}

/// Passes on the messages about a file; returns whether it succeeded.
fn told(job: &Job, ended: Ended<bool>, arguments: &Translate, bar: &ProgressBar) -> bool {
    bar.inc(1);
    bar.suspend(|| {
        arguments.diagnostics().pass_on(&ended.said);
        let told = |error: Error| arguments.diagnostics().error(&error.in_file(&job.input.to_string_lossy()));
        ended.result.map_err(told) == Ok(true)
    })
}

/// Returns a progress bar, which is drawn on a terminal only.
fn progress(files: usize) -> ProgressBar {
    let bar = ProgressBar::new(files as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} left {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
