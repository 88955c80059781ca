//! The marks at lines: changes by a round trip, and instructions that need capabilities.

use super::llvm_text::LlvmText;
use super::spirv_text::SpirvText;
use llvm_spirv::binary::explain::{Explanation, Reason};
use llvm_spirv_roundtrip::documented::{Class, Group};
use llvm_spirv_roundtrip::{Finding, Report};
use std::collections::BTreeMap;

/// The marks of a text, by lines.
#[derive(Debug, Default)]
pub struct Marks {
    /// The changes: the gravity, and the sentences.
    pub changes: BTreeMap<usize, (Gravity, Vec<String>)>,
    /// The capabilities, extensions and versions that the instruction needs.
    pub asks: BTreeMap<usize, Vec<String>>,
}

/// The gravity of a change, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravity {
    /// A loss, or a change without a documented reason.
    Lost,
    /// A weaker promise.
    Weaker,
    /// Another form.
    Changed,
}

impl Gravity {
    /// Returns the name in the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Weaker => "weaker",
            Self::Changed => "changed",
        }
    }

    /// Returns the gravity of a finding.
    pub fn of(finding: &Finding) -> Self {
        match finding.group {
            _ if finding.documented().is_none() => Self::Lost,
            Group::Lost => Self::Lost,
            Group::Weaker => Self::Weaker,
            _ => Self::Changed,
        }
    }
}

impl Marks {
    fn change(&mut self, line: usize, gravity: Gravity, sentence: &str) {
        let (worst, all) = self.changes.entry(line).or_insert_with(|| (gravity, Vec::new()));
        *worst = gravity.min(*worst);
        if !all.iter().any(|known| known == sentence) {
            all.push(sentence.to_owned());
        }
    }

    /// Marks the declarations of a module, and the instructions that need them.
    pub fn explain(&mut self, explanation: &Explanation, text: &SpirvText<'_>) {
        let by_word = text.by_word();
        let version = Reason {
            name: format!("SPIR-V {}", explanation.version),
            asked_by: explanation.version_asked_by.clone(),
            count: explanation.version_count,
        };
        for reason in explanation.capabilities.iter().chain(&explanation.extensions).chain([&version]) {
            let Some(line) = reason.asked_by.as_ref().and_then(|asker| by_word.get(&asker.word)) else { continue };
            let of = if reason.count > 1 { format!(", the first of {} that do", reason.count) } else { String::new() };
            self.asks.entry(*line).or_default().push(format!("asks for {}{of}", reason.name));
        }
    }

    /// Marks the differences in a SPIR-V module: the one before a round trip (0) or the one after (1).
    pub fn spirv(&mut self, report: &Report, which: usize, text: &SpirvText<'_>) {
        let by_word = text.by_word();
        for finding in &report.findings {
            let words = finding.examples.iter().filter_map(|example| example.words.get(which).copied().flatten());
            for line in words.filter_map(|word| by_word.get(&word)) {
                self.change(*line, Gravity::of(finding), &sentence(finding));
            }
        }
    }

    /// Marks the lines of LLVM IR with content that a round trip loses: by their words, in the functions that the
    /// findings name.
    pub fn llvm(&mut self, report: &Report, text: &LlvmText) {
        for finding in report.findings.iter().filter(|finding| finding.subject.class.is_ir()) {
            let places: Vec<_> = finding.examples.iter().map(|example| example.place.as_str()).collect();
            let needle = needle(finding);
            for (line, _) in text.lines.iter().enumerate().filter(|(_, content)| has(content, &needle)) {
                let of = text.function(line).or(Some(line)).and_then(|head| text.name(head));
                if of.is_none_or(|name| places.contains(&name)) {
                    self.change(line, Gravity::of(finding), &sentence(finding));
                }
            }
        }
    }
}

/// Returns the text that marks a line as the subject of a finding.
fn needle(finding: &Finding) -> String {
    let name = &finding.subject.name;
    if finding.subject.class == Class::Metadata { format!("!{name}") } else { name.clone() }
}

/// Returns whether a line contains a text as a separate word.
fn has(line: &str, needle: &str) -> bool {
    let is_end = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    line.match_indices(needle).any(|(at, _)| {
        let (before, after) = (line.get(..at).unwrap_or_default(), line.get(at + needle.len()..).unwrap_or_default());
        is_end(before.chars().next_back()) && is_end(after.chars().next())
    })
}

/// Returns the sentence about a finding.
pub fn sentence(finding: &Finding) -> String {
    let (class, name, of) = (finding.subject.class.name(), &finding.subject.name, &finding.subject.of);
    let of = if of.is_empty() { String::new() } else { format!(" ({of})") };
    let why = finding.documented().map_or("not documented", |row| row.sentence);
    format!("{class} {name}{of}: {why}")
}
