//! Two laps, spv -> ll -> spv -> ll -> spv, and what they changed: for the command line, the tests and the fuzzers.
//!
//! The first lap may put things into another form (pointees are derived anew, duplicate constants become one); it must
//! not lose anything. The second lap must give the first one's bytes.

use crate::error::Result;
use crate::llvm::Module;
use crate::options::Options;
use crate::spirv::{Op, Words};
use crate::{forward, llvm, reverse, spirv};
use std::collections::BTreeMap;
use std::fmt;

/// The words of a module before and after each lap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laps {
    /// The module that the laps start from.
    pub start: Vec<u32>,
    /// After the first lap.
    pub first: Vec<u32>,
    /// After the second lap.
    pub second: Vec<u32>,
}

/// Runs two laps from a SPIR-V binary, or from LLVM IR translated to one.
pub fn laps(bytes: &[u8], options: &Options) -> Result<Laps> {
    let start = if spirv::header::is_spirv(bytes) {
        Words::read(bytes)?.words().to_vec()
    } else {
        let context = llvm::Context::new();
        forward::translate(&forward::read(&context, bytes, "")?, options)?.binary.words()
    };
    let first = lap(&start, options)?;
    let second = lap(&first, options)?;
    Ok(Laps { start, first, second })
}

/// One lap: to LLVM IR and back, through bitcode, as two runs of the program would.
pub fn lap(words: &[u32], options: &Options) -> Result<Vec<u32>> {
    let bitcode = {
        let words = Words::of(words)?;
        let context = llvm::Context::new();
        reverse::make(&words, options, &context)?.finish(options, Module::write_bitcode)?
    };
    let context = llvm::Context::new();
    let module = context.parse(&bitcode, "")?;
    Ok(forward::translate(&module, options)?.binary.words())
}

/// What two laps changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For each opcode whose number changed in the first lap: how many there were before and after.
    pub changed: BTreeMap<String, (usize, usize)>,
    /// How many instructions there were before and after the first lap.
    pub instructions: (usize, usize),
    /// Where the second lap differs from the first, if it does.
    pub difference: Option<Difference>,
}

/// The first place where two modules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Offset in words into the module after the first lap.
    pub word: usize,
    /// The instruction after the first lap; empty where the module has ended.
    pub first: String,
    /// The instruction after the second lap; likewise.
    pub second: String,
}

impl Laps {
    /// Compares the laps.
    pub fn report(&self) -> Result<Report> {
        let modules = [&self.start, &self.first].map(Words::of);
        let [start, first] = modules;
        let (before, after) = (count(&start?), count(&first?));
        let total = |counts: &BTreeMap<u16, usize>| counts.values().sum();
        let instructions = (total(&before), total(&after));
        Ok(Report { changed: changes(&before, &after), instructions, difference: self.difference()? })
    }

    fn difference(&self) -> Result<Option<Difference>> {
        if self.first == self.second {
            return Ok(None);
        }
        let (first, second) = (text(&self.first)?, text(&self.second)?);
        let (mut first, mut second) = (first.lines(), second.lines());
        loop {
            let (a, b) = (first.next(), second.next());
            if a != b || a.is_none() {
                let shared = self.first.iter().zip(&self.second).take_while(|(a, b)| a == b).count();
                let line = |line: Option<&str>| line.unwrap_or_default().trim().to_owned();
                return Ok(Some(Difference { word: shared, first: line(a), second: line(b) }));
            }
        }
    }
}

fn text(words: &[u32]) -> Result<String> {
    Ok(spirv::text::disassemble(&Words::of(words)?, spirv::text::Options::default()))
}

fn count(words: &Words<'_>) -> BTreeMap<u16, usize> {
    let mut counts = BTreeMap::new();
    for instruction in words.instructions() {
        *counts.entry(instruction.opcode() as u16).or_default() += 1;
    }
    counts
}

fn changes(before: &BTreeMap<u16, usize>, after: &BTreeMap<u16, usize>) -> BTreeMap<String, (usize, usize)> {
    let number = |counts: &BTreeMap<u16, usize>, op| counts.get(op).copied().unwrap_or(0);
    let name = |op: &u16| Op::from_u32((*op).into()).map_or_else(|| format!("opcode {op}"), |op| format!("Op{op:?}"));
    let all = before.keys().chain(after.keys());
    let pairs = all.map(|op| (name(op), (number(before, op), number(after, op))));
    pairs.filter(|(_, (before, after))| before != after).collect()
}

impl Report {
    /// Does the second lap give the first one's bytes?
    pub fn is_fixpoint(&self) -> bool {
        self.difference.is_none()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.instructions;
        writeln!(f, "first lap: {before} instructions, then {after}")?;
        for (op, (before, after)) in &self.changed {
            writeln!(f, "  {op}: {before}, then {after}")?;
        }
        match &self.difference {
            None => writeln!(f, "second lap: identical"),
            Some(Difference { word, first, second }) => {
                writeln!(f, "second lap: differs from word {word} on\n  first:  {first}\n  second: {second}")
            }
        }
    }
}
