//! A report as text: a line for each group; or, in detail and for undocumented differences, a heading for each group, a
//! line for each finding, and examples as in a unified diff.

use super::{Example, Finding, Report};
use crate::documented::Group;
use std::fmt::{self, Write};

/// The style of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With the colours of a terminal (SGR sequences of ECMA-48).
    pub colour: bool,
    /// True for the documented sentence and examples of each finding, instead of a line for each group.
    pub detail: bool,
}

const RED: &str = "31";
const GREEN: &str = "32";
const CYAN: &str = "36";
const BOLD: &str = "1";

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

impl Report {
    /// Returns the report as text; `name` is the module's name.
    pub fn text(&self, name: &str, style: Style) -> String {
        let mut out = String::new();
        let heading = |finding: &Finding| (finding.row.is_none(), finding.group);
        for findings in self.findings.chunk_by(|one, other| heading(one) == heading(other)) {
            put_group(&mut out, findings, style);
        }
        if let Some(difference) = &self.difference {
            let heading = format!("the second round trip differs from word {} on", difference.word);
            let _ = writeln!(out, "{}", style.paint(BOLD, &heading));
            let _ = writeln!(out, "    {}", style.paint(RED, &format!("- {}", difference.first)));
            let _ = writeln!(out, "    {}", style.paint(GREEN, &format!("+ {}", difference.second)));
        }
        let _ = writeln!(out, "{name}: {}", self.summary());
        out
    }

    /// The differences of two modules as text.
    pub fn difference_text(&self, names: [&str; 2], style: Style) -> String {
        let mut out = String::new();
        for findings in self.findings.chunk_by(|one, other| one.group == other.group) {
            let heading = findings.first().map_or("", |finding| finding.group.name());
            let _ = writeln!(out, "{}", style.paint(BOLD, heading));
            findings.iter().for_each(|finding| put_finding(&mut out, finding, style));
        }
        let [before, after] = names;
        let count = self.findings.iter().map(|finding| finding.count).fold(0, usize::saturating_add);
        let result = match count {
            0 => "no differences".to_owned(),
            1 => "1 difference".to_owned(),
            _ => format!("{count} differences"),
        };
        let _ = writeln!(out, "{before} ({}), {after} ({}): {result}", self.instructions.0, self.instructions.1);
        out
    }

    /// Returns a summary of the report in one line.
    pub fn summary(&self) -> String {
        let (before, after) = self.instructions;
        let of = |group| {
            let all = self.findings.iter().filter(|finding| finding.group == group && finding.row.is_some());
            all.map(|finding| finding.count).fold(0, usize::saturating_add)
        };
        let undocumented = self.undocumented().map(|finding| finding.count).fold(0, usize::saturating_add);
        let counts = Group::ALL.map(|group| (of(group), group.name()));
        let mut parts: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
        parts.push(if undocumented == 0 {
            "nothing undocumented".to_owned()
        } else {
            format!("{undocumented} UNDOCUMENTED")
        });
        let second = if self.is_fixpoint() { "identical" } else { "DIFFERENT" };
        format!("{before} instructions, then {after}: {}; second round trip {second}", parts.join(", "))
    }
}

/// Writes findings under one heading.
fn put_group(out: &mut String, findings: &[Finding], style: Style) {
    let Some(first) = findings.first() else { return };
    let heading = style.paint(BOLD, &headline(first));
    if style.detail || first.row.is_none() {
        let _ = writeln!(out, "{heading}");
        findings.iter().for_each(|finding| put_finding(out, finding, style));
    } else {
        let times = |finding: &Finding| match finding.count {
            1 => subject(finding),
            count => format!("{count} x {}", subject(finding)),
        };
        let _ = writeln!(out, "{heading}: {}", findings.iter().map(times).collect::<Vec<_>>().join("; "));
    }
}

fn headline(finding: &Finding) -> String {
    let state = if finding.row.is_none() { "UNDOCUMENTED: " } else { "" };
    format!("{state}{}", finding.group.name())
}

/// Returns what a finding is about.
fn subject(finding: &Finding) -> String {
    let subject = &finding.subject;
    let of = if subject.of.is_empty() { String::new() } else { format!(" ({})", subject.of) };
    let name = if subject.name.is_empty() { String::new() } else { format!(" {}", subject.name) };
    format!("{}{name}{of}", subject.class.name())
}

fn put_finding(out: &mut String, finding: &Finding, style: Style) {
    let _ = writeln!(out, "  {} x {}", finding.count, subject(finding));
    if let Some(row) = finding.documented() {
        let _ = writeln!(out, "      {}", row.sentence);
    }
    finding.examples.iter().for_each(|example| put_example(out, example, style));
}

fn put_example(out: &mut String, example: &Example, style: Style) {
    let mut head = String::from("@@");
    let [before, after] = example.words;
    match (before, after) {
        (Some(before), Some(after)) => put(&mut head, format_args!(" word {before}, then {after}")),
        (Some(word), None) => put(&mut head, format_args!(" word {word}")),
        (None, Some(word)) => put(&mut head, format_args!(" word {word} after")),
        (None, None) => {}
    }
    if !example.place.is_empty() {
        put(&mut head, format_args!(" in {}", example.place));
    }
    if head == "@@" && example.before.is_empty() && example.after.is_empty() {
        return;
    }
    let _ = writeln!(out, "    {}", style.paint(CYAN, &format!("{head} @@")));
    let line = |out: &mut String, sign: &str, code: &str, text: &str| {
        let text = format!("{sign} {text}");
        let _ = writeln!(out, "    {}", if code.is_empty() { text } else { style.paint(code, &text) });
    };
    example.above.iter().for_each(|text| line(out, " ", "", text));
    example.before.iter().for_each(|text| line(out, "-", RED, text));
    example.after.iter().for_each(|text| line(out, "+", GREEN, text));
    example.below.iter().for_each(|text| line(out, " ", "", text));
}

/// Appends formatted text; writing to a `String` cannot fail.
fn put(out: &mut String, arguments: fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments);
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text("module", Style { colour: false, detail: true }))
    }
}
