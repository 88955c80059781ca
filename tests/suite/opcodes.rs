//! A test that each opcode of the core is translated to LLVM IR and back, or is in the dated list of refused opcodes,
//! `tests/unsupported.txt`.
//!
//! The modules are those of `tests/filetests` and, for the other opcodes, the lines of
//! `tests/opcodes/instructions.txt`.

use crate::support::{root, run};
use llvm_spirv::binary::{Instruction, Words, grammar};
use llvm_spirv::error::{Error, Kind};
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The outcomes of opcodes: translated both ways in some module, or refused with this message.
#[derive(Default)]
struct Outcome {
    translated: BTreeSet<&'static str>,
    refused: BTreeMap<&'static str, Error>,
}

pub fn options() -> Options {
    Options { extensions: Extensions::all(), ..Options::default() }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join("tests").join(path)).unwrap()
}

pub fn assemble(text: &str, environment: &str) -> Result<Vec<u8>, String> {
    run(Command::new("spirv-as").args(["--target-env", environment, "-o", "-", "-"]), text.as_bytes())
}

fn both_ways(spirv: &[u8]) -> Result<(), Error> {
    let ir = spirv_to_llvm(spirv, &options(), Llvm::Bitcode)?;
    llvm_to_spirv(&ir.bytes, &options()).map(drop)
}

/// Returns the names of a module's opcodes.
fn names(spirv: &[u8]) -> Vec<&'static str> {
    Words::read(spirv).unwrap().instructions().map(Instruction::name).collect()
}

/// Returns the SPIR-V modules of the file tests that need no further options.
pub fn modules() -> Vec<Vec<u8>> {
    let (mut found, mut open) = (Vec::new(), vec![root().join("tests/filetests")]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() { open.push(entry) } else { found.extend(module(&entry)) }
        }
    }
    found
}

fn module(path: &Path) -> Option<Vec<u8>> {
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    match path.extension()?.to_str()? {
        "spvasm" => {
            let text = text(path);
            let environment = text.lines().find_map(|line| line.strip_prefix("; ENV: ")).unwrap_or("spv1.0");
            assemble(&text, environment).ok()
        }
        "ll" => llvm_to_spirv(text(path).as_bytes(), &options()).ok().map(|output| output.bytes),
        _ => None,
    }
}

/// Returns the lines of instructions, each with its module.
fn lines() -> Vec<(String, Vec<u8>)> {
    let (frame, lines) = (read("opcodes/frame.spvasm"), read("opcodes/instructions.txt"));
    let module = |line: &str| assemble(&frame.replace("INSTRUCTION", &line.replace("; ", "\n")), "spv1.5").unwrap();
    lines.lines().filter(|line| !line.starts_with('#')).map(|line| (line.to_owned(), module(line))).collect()
}

/// Returns the modules of the lines of instructions.
pub fn instruction_lines() -> Vec<Vec<u8>> {
    lines().into_iter().map(|(_, spirv)| spirv).collect()
}

/// Translates the instruction of each line; the first opcode on the line is the one under test.
fn translate_lines(outcome: &mut Outcome) {
    for (line, spirv) in lines() {
        let name = line.split_whitespace().find(|word| word.starts_with("Op")).unwrap().trim_end_matches(';');
        let info = grammar::instructions().find(|info| info.name == name).unwrap();
        match both_ways(&spirv) {
            Ok(()) => outcome.translated.extend(names(&spirv)),
            Err(error) => drop(outcome.refused.insert(info.name, error)),
        }
    }
}

fn outcome() -> Outcome {
    let mut outcome = Outcome::default();
    for spirv in modules() {
        if both_ways(&spirv).is_ok() {
            outcome.translated.extend(names(&spirv));
        }
    }
    translate_lines(&mut outcome);
    outcome
}

/// Returns the lines of the list: name, and date with reason.
fn listed() -> BTreeMap<String, String> {
    let text = read("unsupported.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect()
}

#[test]
fn s4_113_each_core_opcode_is_translated_or_listed() {
    let (outcome, listed) = (outcome(), listed());
    let mut wrong = Vec::new();
    let core: Vec<_> = grammar::instructions().filter(|info| info.is_of_core()).collect();
    for info in &core {
        match (outcome.translated.contains(info.name), outcome.refused.get(info.name), listed.contains_key(info.name)) {
            (true, None, false) => {}
            (false, Some(error), true) if error.kind() == Kind::Unsupported && error.message().contains(info.name) => {}
            (translated, refused, listed) => wrong.push(format!(
                "{}: {}, {}, {}",
                info.name,
                if translated { "translated" } else { "not translated" },
                refused.map_or_else(|| "not refused".to_owned(), ToString::to_string),
                if listed { "listed" } else { "not listed" }
            )),
        }
    }
    let is_core = |name: &&String| core.iter().any(|info| info.name == name.as_str());
    wrong.extend(listed.keys().filter(|name| !is_core(name)).map(|name| format!("{name} is no opcode of the core")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_list_is_dated() {
    for (name, rest) in listed() {
        let date = rest.split(' ').next().unwrap_or_default();
        let is_date = date.len() == 10 && date.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        assert!(is_date && rest.len() > date.len() + 1, "{name} {rest}: a date and a reason are missing");
    }
}
