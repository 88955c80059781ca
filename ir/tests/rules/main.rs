//! Tests random changes of modules, each about one rule: the parser and the verifier must agree with LLVM 22.
//!
//! `LLVM_IR_RULES=50000` sets the number of changes, `LLVM_IR_RULES_SEED` the random seed; `LLVM_IR_RULES_FOLDERS=A:B` adds the
//! assembly below those folders, and `LLVM_IR_RULES_KEEP=FOLDER` keeps the modules on which the two differ.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends at what it did not expect, and counts what it did"
)]

#[path = "../common/mod.rs"]
mod common;
mod mutate;
mod oracle;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use llvm_spirv_testing::Random;
use mutate::{CHANGES, Change, Source};
use oracle::{Oracle, Verdict};

/// The size limit of modules in bytes, as each change is small.
const LARGEST: usize = 20_000;
/// The time limit of a module.
const LONGEST: Duration = Duration::from_secs(2);

/// The verdict of this crate on a module.
enum Said {
    Good,
    /// Invalid debug information: LLVM strips it, or rejects the module if it does not know the version.
    WrongDebug,
    Refused(String),
}

fn ours(text: &str) -> Said {
    let module = match llvm_ir::parse(text.as_bytes()) {
        Err(error) => return Said::Refused(format!("parser: {error}")),
        Ok(module) => module,
    };
    let faults = llvm_ir::verify_described(&module);
    match faults.iter().find(|fault| fault.chapter != llvm_ir::Chapter::DebugInfo) {
        Some(fault) => Said::Refused(format!("verifier: {fault}")),
        None if faults.is_empty() => Said::Good,
        None => Said::WrongDebug,
    }
}

/// Prefixes of target intrinsics, many of which LLVM upgrades to others; this crate keeps them.
const PROCESSORS: &[&str] = &[
    "x86",
    "aarch64",
    "arm",
    "nvvm",
    "amdgcn",
    "wasm",
    "ppc",
    "hexagon",
    "r600",
    "riscv",
    "loongarch",
    "objc",
    "s390",
];

fn is_of_processor(text: &str) -> bool {
    PROCESSORS.iter().any(|name| text.contains(&format!("@llvm.{name}.")))
}

/// Returns valid modules as printed by LLVM.
fn sources(oracle: &mut Oracle) -> Vec<Source> {
    let mut list = common::files("ir/tests/modules", "ll");
    list.extend(common::files("tests/filetests", "ll"));
    let more = std::env::var("LLVM_IR_RULES_FOLDERS").unwrap_or_default();
    list.extend(more.split(':').filter(|folder| !folder.is_empty()).flat_map(|folder| common::files(folder, "ll")));
    let mut kept = Vec::new();
    for path in list {
        let bytes = std::fs::read(&path).unwrap();
        let Some(module) = llvm_ir::parse(&bytes).ok().filter(|m| llvm_ir::verify(m).is_empty()) else { continue };
        let Ok(text) = llvm_ir::print(&module, &llvm_ir::PrintOptions::default()) else { continue };
        let Some(text) = String::from_utf8(text).ok().filter(|text| text.len() <= LARGEST && !is_of_processor(text))
        else {
            continue;
        };
        if oracle.verdict(&text) == Verdict::Good {
            kept.push(Source::new(text));
        }
    }
    kept
}

/// The counts of a kind of change.
#[derive(Default)]
struct Row {
    both_take: usize,
    both_refuse: usize,
    crashes: usize,
    differ: usize,
}

/// A changed module on which the verdicts differ.
struct Difference {
    change: Change,
    text: String,
    said: String,
}

fn compare(change: Change, text: String, oracle: &mut Oracle, row: &mut Row) -> Option<Difference> {
    let start = Instant::now();
    let got = std::panic::catch_unwind(|| ours(&text)).unwrap_or_else(|_| panic!("a panic for:\n{text}"));
    let time = start.elapsed();
    assert!(time < LONGEST, "{time:?} for:\n{text}");
    let said = match (oracle.verdict(&text), got) {
        (Verdict::Good, Said::Good | Said::WrongDebug) => return row.count(|row| &mut row.both_take),
        (Verdict::Refused(_), Said::Refused(_) | Said::WrongDebug) => return row.count(|row| &mut row.both_refuse),
        (Verdict::Crashed(_), _) => return row.count(|row| &mut row.crashes),
        (Verdict::Refused(why), Said::Good) => format!("LLVM alone refuses: {why}"),
        (Verdict::Good, Said::Refused(why)) => format!("we alone refuse: {why}"),
    };
    row.differ += 1;
    Some(Difference { change, text, said })
}

impl Row {
    fn count(&mut self, of: impl Fn(&mut Row) -> &mut usize) -> Option<Difference> {
        *of(self) += 1;
        None
    }
}

fn keep(number: usize, difference: &Difference) {
    let Some(folder) = std::env::var_os("LLVM_IR_RULES_KEEP").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let text = format!("; {:?}: {}\n{}", difference.change, difference.said, difference.text);
    std::fs::write(folder.join(format!("{number}.ll")), text).unwrap();
}

#[test]
fn one_change_of_a_valid_module() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let count = number("LLVM_IR_RULES", 400);
    let mut random = Random::new(number("LLVM_IR_RULES_SEED", 0), 0);
    let mut oracle = Oracle::default();
    let sources = sources(&mut oracle);
    assert!(sources.len() > 100, "{} modules", sources.len());
    let (mut rows, mut differences, mut made) = (BTreeMap::<Change, Row>::new(), Vec::new(), 0);
    while made < count {
        let (Some(source), Some(change)) = (sources.get(random.below(sources.len())), random.one_of(&CHANGES)) else {
            break;
        };
        let Some(text) = source.changed(change, &mut random) else { continue };
        made += 1;
        if let Some(difference) = compare(change, text, &mut oracle, rows.entry(change).or_default()) {
            keep(made as usize, &difference);
            differences.push(format!("{:?}: {}", difference.change, difference.said));
        }
    }
    for (change, row) in &rows {
        let Row { both_take, both_refuse, crashes, differ } = row;
        println!("| {change:?} | {both_take} | {both_refuse} | {crashes} | {differ} |");
    }
    assert!(differences.is_empty(), "{} of {made} differ:\n{}", differences.len(), differences.join("\n"));
}
