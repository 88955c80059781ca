//! Many files at once, on all cores: `llvm-spirv-rs a.bc b.bc --out-dir DIR -j N`.
//!
//! In: the names of files. Out: a file for each that could be translated, and what was wrong with the others on the
//! standard error. A file that fails does not stop the rest. The files are those that single runs would write.

use super::identity::Identity;
use super::options::Translate;
use super::threads::{self, Ended};
use super::{first_contact, io, translate};
use indicatif::{ProgressBar, ProgressStyle};
use llvm_spirv::error::{Code, Error, Result};
use std::collections::BTreeMap;
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
    let failed = translated(&jobs, arguments, &bar);
    bar.finish_and_clear();
    if failed > 0 {
        arguments.diagnostics().failures(failed, jobs.len());
    }
    Ok(failed == 0)
}

/// Translates each; how many failed.
fn translated(jobs: &[Job<'_>], arguments: &Translate, bar: &ProgressBar) -> usize {
    let mut failed = 0;
    let work = |job: &Job<'_>| first_contact::read(job.input).map(|bytes| one(job, bytes, arguments));
    threads::all(jobs, threads::number(arguments.jobs), work, |job, ended| {
        failed += usize::from(!told(job, ended, arguments, bar));
    });
    failed
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

/// Translates one file, reports its warnings or its error, and returns whether it went well.
fn one(job: &Job<'_>, bytes: Vec<u8>, arguments: &Translate) -> bool {
    match translate::write(bytes, job.input, &job.output, arguments) {
        Ok(warnings) => {
            warnings.iter().for_each(|w| arguments.diagnostics().warning(Some(job.input), w));
            true
        }
        Err(error) => {
            arguments.diagnostics().error(&error);
            false
        }
    }
}

/// Passes on what was said of a file; returns whether it went well.
fn told(job: &Job<'_>, ended: Ended<bool>, arguments: &Translate, bar: &ProgressBar) -> bool {
    bar.inc(1);
    bar.suspend(|| {
        arguments.diagnostics().pass_on(&ended.said);
        let told = |error: Error| arguments.diagnostics().error(&error.in_file(&job.input.to_string_lossy()));
        ended.result.map_err(told) == Ok(true)
    })
}

/// On a terminal; elsewhere it draws nothing.
fn progress(files: usize) -> ProgressBar {
    let bar = ProgressBar::new(files as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} left {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
