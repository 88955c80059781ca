//! `roundtrip`: two round trips of each file, and their changes, as text or as JSON.
//!
//! In: the names of files. Out: on the standard output, for each file, its findings and a summary line, in the order in
//! which the files were given; on the standard error, the files that could not be translated. Several files are
//! processed at a time.

use super::diagnostics::Format;
use super::options::{FailOn, Files};
use super::threads::{self, Ended};
use super::{first_contact, io, view};
use llvm_spirv::error::{Error, Result};
use llvm_spirv_roundtrip::documented::Group;
use llvm_spirv_roundtrip::{Finding, Report};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The exit code for success.
pub const GOOD: u8 = 0;
pub const FAILED: u8 = 1;
pub const CHANGED: u8 = 2;

/// The default number of examples of each finding.
const EXAMPLES: usize = 3;

/// Runs the round trips and returns the exit code: 1 if a file could not be translated, else 2 if one has unacceptable
/// changes.
pub fn run(files: &Files) -> u8 {
    if files.html.is_some() && files.files.len() > 1 {
        files
            .diagnostics()
            .usage("--html writes the page of one file", Some("llvm-spirv-rs view FILE -o PAGE, for each of them"));
        return CHANGED;
    }
    let mut codes = Vec::with_capacity(files.files.len());
    let work = |name: &PathBuf| first_contact::read(name).and_then(|bytes| report(name, &bytes, files));
    threads::all(&files.files, threads::number(files.jobs), work, |name, ended| codes.push(told(name, ended, files)));
    summed_up(&codes, files)
}

/// Reports a file, and returns its exit code.
fn told(name: &Path, ended: Ended<(String, u8)>, files: &Files) -> u8 {
    files.diagnostics().pass_on(&ended.said);
    let told = |error: Error| files.diagnostics().error(&error);
    match ended.result {
        Err(error) => {
            told(error.in_file(&name.to_string_lossy()));
            FAILED
        }
        Ok((text, code)) => {
            let _ = io::write(io::STREAM, text.as_bytes(), true).map_err(told);
            code
        }
    }
}

/// Prints a summary of several files, and returns the exit code.
fn summed_up(codes: &[u8], files: &Files) -> u8 {
    let count = |code| codes.iter().filter(|other| **other == code).count();
    let (good, failed, changed) = (count(GOOD), count(FAILED), count(CHANGED));
    if codes.len() > 1 {
        let text = match files.diagnostics() {
            Format::Text => format!("{} files: {good} good, {changed} changed, {failed} failed\n", codes.len()),
            Format::Json => {
                format!("{}\n", json!({ "files": codes.len(), "good": good, "changed": changed, "failed": failed }))
            }
        };
        // Whoever reads has seen enough, or nobody does.
        let _ = io::write(io::STREAM, text.as_bytes(), true);
    }
    match (failed, changed) {
        (0, 0) => GOOD,
        (0, _) => CHANGED,
        _ => FAILED,
    }
}

/// Returns the report of the round trips of a file, and the exit code.
fn report(name: &Path, bytes: &[u8], files: &Files) -> Result<(String, u8)> {
    let report = compared(bytes, files)?;
    if let Some(page) = &files.html {
        let text = view::page(bytes, &name.to_string_lossy(), &files.options())?;
        io::write(page, text.as_bytes(), true)?;
    }
    Ok((shown(&name.to_string_lossy(), &report, files), code(&report, files.fail_on)))
}

fn compared(bytes: &[u8], files: &Files) -> Result<Report> {
    llvm_spirv_roundtrip::round_trips(bytes, &files.options())?.report(files.examples.unwrap_or(EXAMPLES))
}

fn code(report: &Report, fail_on: Option<FailOn>) -> u8 {
    let fails = match fail_on {
        None => false,
        Some(FailOn::Loss) => report.has(&[Group::Lost]),
        Some(FailOn::Weaker) => report.has(&[Group::Lost, Group::Weaker]),
        Some(FailOn::Change) => !report.findings.is_empty(),
    };
    if fails || report.undocumented().next().is_some() || !report.is_fixpoint() { CHANGED } else { GOOD }
}

fn shown(name: &str, report: &Report, files: &Files) -> String {
    match files.diagnostics() {
        Format::Text => report.text(name, files.style()),
        Format::Json => {
            let mut lines: Vec<String> = report.findings.iter().map(|f| finding(name, f).to_string()).collect();
            lines.push(summary(name, report).to_string());
            lines.join("\n") + "\n"
        }
    }
}

/// Returns a finding as an object.
pub fn finding(name: &str, finding: &Finding) -> Value {
    let examples = finding.examples.iter().map(|example| {
        json!({
            "place": example.place,
            "word_before": example.words[0],
            "word_after": example.words[1],
            "before": example.before,
            "after": example.after,
        })
    });
    json!({
        "file": name,
        "group": finding.group.name(),
        "documented": finding.documented().map(|row| row.sentence),
        "class": finding.subject.class.name(),
        "name": finding.subject.name,
        "of": finding.subject.of,
        "count": finding.count,
        "examples": examples.collect::<Vec<_>>(),
    })
}

/// Returns the summary of a file as an object.
pub fn summary(name: &str, report: &Report) -> Value {
    let difference = report
        .difference
        .as_ref()
        .map(|difference| json!({ "word": difference.word, "first": difference.first, "second": difference.second }));
    json!({
        "file": name,
        "summary": report.summary(),
        "instructions_before": report.instructions.0,
        "instructions_after": report.instructions.1,
        "second_differs": difference,
    })
}
