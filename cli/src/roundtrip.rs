//! `roundtrip`: two round trips of each file, and what they changed, as text or as JSON.
//!
//! In: the names of files. Out: on the standard output for each file its findings and a line that sums them up, in the
//! order in which the files were given; on the standard error those that could not be translated. Each file has a
//! process of its own, some at a time.

use super::diagnostics::Format;
use super::isolated::{self, Ended};
use super::options::{FailOn, Files};
use super::{first_contact, io};
use crate::process::{self, child};
use llvm_spirv::error::{Error, Result};
use llvm_spirv::roundtrip::documented::Group;
use llvm_spirv::roundtrip::{self, Finding, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;

/// The exit codes, also of the processes of files.
const GOOD: u8 = 0;
const FAILED: u8 = 1;
const CHANGED: u8 = 2;

/// The number of examples of each finding, where none is asked for.
const EXAMPLES: usize = 3;

/// Runs them; the exit code: 1 where a file could not be translated, else 2 where one changed as it must not.
pub fn run(files: &Files) -> u8 {
    let mut all = Ordered { next: 0, waiting: BTreeMap::new(), codes: Vec::new(), files };
    let (mut names, mut running) = (files.files.iter().enumerate(), Vec::<(usize, Vec<u8>)>::new());
    let mut children = Vec::new();
    loop {
        while children.len() < workers(files)
            && let Some((index, name)) = names.next()
        {
            match first_contact::read(name) {
                Err(error) => all.ended(index, Ended { code: Err(error), said: Vec::new() }),
                Ok(bytes) => match child::start(|| spoken(name, &bytes, files)) {
                    Ok(child) => {
                        children.push(child);
                        running.push((index, bytes));
                    }
                    Err(_) => {
                        let (text, code) = report(name, &bytes, files);
                        all.ended(index, Ended { code: Ok(code), said: text.into_bytes() });
                    }
                },
            }
        }
        if children.is_empty() {
            break;
        }
        let Ok((place, end, said)) = child::wait(&mut children) else { return FAILED };
        let (index, bytes) = running.remove(place);
        all.ended(index, isolated::ended(&bytes, end, said));
    }
    all.finish()
}

/// As many processes as were asked for, or as there are cores.
fn workers(files: &Files) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    files.jobs.map_or_else(cores, NonZero::get)
}

/// The results of files, reported in the order in which the files were named.
struct Ordered<'f> {
    next: usize,
    waiting: BTreeMap<usize, Ended>,
    codes: Vec<u8>,
    files: &'f Files,
}

impl Ordered<'_> {
    fn ended(&mut self, index: usize, ended: Ended) {
        self.waiting.insert(index, ended);
        while let Some(ended) = self.waiting.remove(&self.next) {
            self.tell(ended);
            self.next += 1;
        }
    }

    fn tell(&mut self, ended: Ended) {
        let name = self.files.files.get(self.next).map(|name| name.to_string_lossy()).unwrap_or_default();
        let code = ended.code.unwrap_or_else(|error| {
            self.files.diagnostics().error(&error.in_file(&name));
            FAILED
        });
        if code == FAILED {
            self.files.diagnostics().pass_on(&ended.said);
        } else if let Err(error) = io::write(io::STREAM, &ended.said, true) {
            self.files.diagnostics().error(&error);
        }
        self.codes.push(code);
    }

    /// Sums up what many files gave.
    fn finish(self) -> u8 {
        let count = |code| self.codes.iter().filter(|other| **other == code).count();
        let (good, failed, changed) = (count(GOOD), count(FAILED), count(CHANGED));
        if self.codes.len() > 1 {
            let text = match self.files.diagnostics() {
                Format::Text => {
                    format!("{} files: {good} good, {changed} changed, {failed} failed\n", self.codes.len())
                }
                Format::Json => format!(
                    "{}\n",
                    json!({ "files": self.codes.len(), "good": good, "changed": changed, "failed": failed })
                ),
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
}

/// The work of a process of its own, which says all on its standard error.
fn spoken(name: &Path, bytes: &[u8], files: &Files) -> u8 {
    process::prepare_heap();
    let (text, code) = report(name, bytes, files);
    io::pass_on(text.as_bytes());
    code
}

/// The round trips of a file: what is to be said of them, and the code.
fn report(name: &Path, bytes: &[u8], files: &Files) -> (String, u8) {
    match compared(bytes, files) {
        Ok(report) => (shown(&name.to_string_lossy(), &report, files), code(&report, files.fail_on)),
        Err(error) => {
            files.diagnostics().error(&error.in_file(&name.to_string_lossy()));
            (String::new(), FAILED)
        }
    }
}

fn compared(bytes: &[u8], files: &Files) -> Result<Report, Error> {
    roundtrip::round_trips(bytes, &files.options())?.report(files.examples.unwrap_or(EXAMPLES))
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

fn finding(name: &str, finding: &Finding) -> Value {
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

fn summary(name: &str, report: &Report) -> Value {
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
