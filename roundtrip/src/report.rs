//! The report of the changes by two round trips, as values and as text.
//!
//! In: differences, each with its row of the documented list. Out: findings, and a text: for each group its findings,
//! with a few examples in the style of a unified diff, in which ids of the module after have the names of the module
//! before.

mod text;

pub use text::Style;

use super::align::Alignment;
use super::classify::Change;
use super::documented::{Group, ROWS, Row, Subject};
use llvm_ir::sorting::Sorting;
use llvm_spirv::binary::text::Lines;
use llvm_spirv::binary::{Instruction, Words, text as assembly};
use llvm_spirv::error::Result;
use std::collections::BTreeMap;

/// The changes by two round trips.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The differences after the first round trip: undocumented ones first, then by group and documented row.
    pub findings: Vec<Finding>,
    /// The number of instructions of SPIR-V before and after the first round trip.
    pub instructions: (usize, usize),
    /// The first difference between the second round trip and the first, if there is one.
    pub difference: Option<Difference>,
}

/// Differences with the same subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Their gravity.
    pub group: Group,
    /// Their subject.
    pub subject: Subject,
    /// The index of the row in [`ROWS`]; `None` if it is undocumented.
    pub row: Option<usize>,
    /// Their number.
    pub count: usize,
    /// Some of the differences.
    pub examples: Vec<Example>,
}

/// A difference at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// The function or variable, if it is in one.
    pub place: String,
    /// The word offsets of the instruction in the modules before and after, if there is one.
    pub words: [Option<usize>; 2],
    /// The preceding instruction in the module before.
    pub above: Option<String>,
    /// The lines before.
    pub before: Vec<String>,
    /// The lines after.
    pub after: Vec<String>,
    /// The following instruction in the module before.
    pub below: Option<String>,
}

impl Example {
    /// Returns an example that shows the number of occurrences in a function, before and after.
    pub(super) fn counts(place: &str, before: usize, after: usize) -> Self {
        let times = |count: usize| if count == 0 { Vec::new() } else { vec![format!("{count} times")] };
        Self { place: place.to_owned(), before: times(before), after: times(after), ..Self::default() }
    }
}

impl Finding {
    pub(super) fn new(group: Group, subject: Subject) -> Self {
        Self { group, subject, row: None, count: 0, examples: Vec::new() }
    }

    /// Sets the row of the documented list.
    pub(super) fn by(mut self, row: Option<&'static Row>) -> Self {
        self.row = row.and_then(index);
        self.group = row.map_or(self.group, |row| row.group);
        self
    }

    /// Returns the row of the documented list, if there is one.
    pub fn documented(&self) -> Option<&'static Row> {
        self.row.and_then(|row| ROWS.get(row))
    }
}

fn index(row: &'static Row) -> Option<usize> {
    ROWS.iter().position(|other| std::ptr::eq(row, other))
}

/// Differences, counted by subject.
pub(super) struct Buckets<'w> {
    limit: usize,
    /// The minor version of SPIR-V 1 of the module after.
    pub minor: u8,
    #[allow(clippy::type_complexity)]
    found: BTreeMap<(Group, Option<usize>, Subject), (usize, Vec<Change<'w>>)>,
}

impl<'w> Buckets<'w> {
    pub fn new(limit: usize, minor: u8) -> Self {
        Self { limit, minor, found: BTreeMap::new() }
    }

    /// Adds a difference with its documented row.
    pub fn add(&mut self, change: Change<'w>, row: Option<&'static Row>) {
        let group = row.map_or(change.group, |row| row.group);
        let (count, examples) = self.found.entry((group, row.and_then(index), change.subject.clone())).or_default();
        *count = count.saturating_add(1);
        if examples.len() < self.limit {
            examples.push(change);
        }
    }

    /// Returns the report, with examples as text.
    pub fn report(self, words: [&'w Words<'w>; 2], alignment: &Alignment<'_, '_, '_>) -> Report {
        let [before, after] = words.map(|words| words.instructions().count());
        let mut shown = None;
        let findings = self.found.into_iter().map(|((group, row, subject), (count, changes))| {
            let lines = shown.get_or_insert_with(|| shown_lines(words, alignment));
            let examples = changes.iter().map(|change| example(change, lines)).collect();
            Finding { group, subject, row, count, examples }
        });
        Report { findings: findings.collect(), instructions: (before, after), difference: None }
    }
}

/// Returns printers for both modules; the second one uses the names of the first one.
fn shown_lines<'w>(words: [&'w Words<'w>; 2], alignment: &Alignment<'_, '_, '_>) -> [Lines<'w>; 2] {
    let [before, mut after] = words.map(Lines::new);
    for instruction in words[1].instructions() {
        let Some(id) = instruction.result_id() else { continue };
        let name = after.name(id);
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            after.rename(id, &format!("new_{name}"));
        }
    }
    for instruction in words[0].instructions() {
        let Some(id) = instruction.result_id() else { continue };
        if alignment.counterpart(id) != 0 {
            after.rename(alignment.counterpart(id), &before.name(id));
        }
    }
    [before, after]
}

fn example<'w>(change: &Change<'w>, lines: &mut [Lines<'w>; 2]) -> Example {
    let [before, after] = lines;
    let offset = |all: &[Instruction<'w>]| all.first().map(|instruction| instruction.offset());
    let [above, below] = change.around.map(|instruction| instruction.map(|i| before.line(i)));
    Example {
        place: if change.function == 0 { String::new() } else { before.name(change.function) },
        words: [offset(&change.before), offset(&change.after)],
        above,
        before: texts(&change.before, change.names.as_ref().map(|[name, _]| name), before),
        after: texts(&change.after, change.names.as_ref().map(|[_, name]| name), after),
        below,
    }
}

/// Returns the lines of instructions, or the name of the first instruction's result if the difference is about names.
fn texts<'w>(all: &[Instruction<'w>], name: Option<&Option<String>>, lines: &mut Lines<'w>) -> Vec<String> {
    match (name, all.first().and_then(|named| named.result_id())) {
        (Some(name), Some(id)) => {
            name.iter().map(|name| format!("OpName %{} \"{}\"", lines.name(id), name.escape_debug())).collect()
        }
        _ => all.iter().map(|i| lines.line(*i)).collect(),
    }
}

/// The first place where two modules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Offset in words into the module after the first round trip.
    pub word: usize,
    /// The instruction after the first round trip; empty at the end of the module.
    pub first: String,
    /// The instruction after the second round trip; empty at the end of the module.
    pub second: String,
}

impl Difference {
    /// The first place where two modules differ, if they do.
    pub(super) fn between(first: &[u32], second: &[u32]) -> Result<Option<Self>> {
        if first == second {
            return Ok(None);
        }
        let shared = first.iter().zip(second).take_while(|(a, b)| a == b).count();
        let (first, second) = (text_of(first)?, text_of(second)?);
        let (mut first, mut second) = (first.lines(), second.lines());
        loop {
            let (a, b) = (first.next(), second.next());
            if a != b || a.is_none() {
                let line = |line: Option<&str>| line.unwrap_or_default().trim().to_owned();
                return Ok(Some(Self { word: shared, first: line(a), second: line(b) }));
            }
        }
    }
}

fn text_of(words: &[u32]) -> Result<String> {
    Ok(assembly::disassemble(&Words::of(words)?, assembly::DisassemblyOptions::default()))
}

impl Report {
    /// Returns whether the second round trip gives the bytes of the first.
    pub fn is_fixpoint(&self) -> bool {
        self.difference.is_none()
    }

    /// Returns the differences that are not documented.
    pub fn undocumented(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.row.is_none())
    }

    /// Returns whether there are differences of one of these groups, documented or not.
    pub fn has(&self, groups: &[Group]) -> bool {
        self.findings.iter().any(|finding| groups.contains(&finding.group))
    }

    /// Sorts undocumented findings first, then by group and row.
    pub(super) fn sort(&mut self) {
        let place = |group| Group::ALL.iter().position(|other| *other == group);
        self.findings.arrange_by(|a, b| {
            let key = |f: &Finding| (f.row.is_some(), place(f.group), f.row);
            key(a).cmp(&key(b)).then_with(|| a.subject.cmp(&b.subject))
        });
    }
}
