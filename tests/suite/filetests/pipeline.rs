//! From a file to the text that is compared.

use super::case::{Case, Run, Verb};
use crate::support;
use llvm_spirv::error::Error;
use llvm_spirv::roundtrip::{self, Laps};
use llvm_spirv::spirv::{Words, text, write};
use llvm_spirv::{Llvm, Output, llvm_to_spirv, spirv_to_llvm};
use std::collections::HashMap;
use std::fmt::Write;
use std::process::Command;

/// What a run gives, as text. Everything else that must hold is checked on the way.
pub fn run(case: &Case, run: &Run) -> Result<String, String> {
    let input = input(case, run)?;
    if run.fails {
        return match translate(run, &input) {
            Ok(_) => Err("it must fail, but does not".to_owned()),
            Err(error) => Ok(format!("{error}\n")),
        };
    }
    let output = translate(run, &input).map_err(|e| e.to_string())?;
    let mut out = String::new();
    for warning in &output.warnings {
        let _ = writeln!(out, "; warning: {warning}");
    }
    if is_spirv(&output.bytes) {
        out.push_str(&assembly(&output.bytes)?);
    } else {
        out.push_str(&String::from_utf8(output.bytes.clone()).map_err(|e| e.to_string())?);
    }
    if !case.unchecked && is_spirv(&output.bytes) {
        support::validate(&output.bytes).map_err(|e| format!("invalid: {e}{out}"))?;
    }
    if case.lapless { Ok(out) } else { laps(case, run, &input).map(|()| out) }
}

fn is_spirv(bytes: &[u8]) -> bool {
    llvm_spirv::spirv::header::is_spirv(bytes)
}

/// The input of the translator: as it is, assembled, or compiled.
fn input(case: &Case, run: &Run) -> Result<Vec<u8>, String> {
    let kind = case.path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    match (kind, run.made_by.as_slice()) {
        ("ll", []) => Ok(case.text.clone().into_bytes()),
        ("spvasm", []) => assemble(case),
        ("spvasm", [by]) if by == "typed" => typed(&assemble(case)?),
        ("cl", [target, level]) => support::compile(&case.path, target, level),
        _ => Err(format!("no way to make the input: {:?}", run.made_by)),
    }
}

fn assemble(case: &Case) -> Result<Vec<u8>, String> {
    let mut command = Command::new("spirv-as");
    command.args(["--preserve-numeric-ids", "--target-env", &case.env, "-o", "-", "-"]);
    let bytes = support::run(&mut command, case.text.as_bytes())?;
    if !case.unchecked {
        support::validate(&bytes).map_err(|e| format!("the input is invalid: {e}"))?;
    }
    Ok(bytes)
}

/// Bitcode as LLVM 15 wrote it, with types of pointees.
fn typed(spirv: &[u8]) -> Result<Vec<u8>, String> {
    support::run(Command::new("llvm-spirv-15").args(["-r", "-o", "-", "-"]), spirv)
}

fn translate(run: &Run, input: &[u8]) -> Result<Output, Error> {
    let options = &run.options;
    let forward = |bytes: &[u8]| llvm_to_spirv(bytes, options);
    let reverse = |bytes: &[u8]| spirv_to_llvm(bytes, options, Llvm::Assembly);
    match run.verb {
        Verb::Forward => forward(input),
        Verb::Reverse => reverse(input),
        Verb::Roundtrip if is_spirv(input) => forward(&reverse(input)?.bytes),
        Verb::Roundtrip => reverse(&forward(input)?.bytes),
    }
}

/// Two laps: valid after the first, and the second gives the same words.
fn laps(case: &Case, run: &Run, input: &[u8]) -> Result<(), String> {
    let laps: Laps = roundtrip::laps(input, &run.options).map_err(|e| format!("laps: {e}"))?;
    let report = laps.report().map_err(|e| e.to_string())?;
    if !case.unchecked {
        support::validate(&write::bytes(&laps.first)).map_err(|e| format!("invalid after a lap: {e}{report}"))?;
    }
    if report.is_fixpoint() { Ok(()) } else { Err(format!("no fixpoint: {report}")) }
}

/// The module in assembly, with the version before it. Ids that have no name are numbered in the order in which they
/// come, so that an id more elsewhere changes nothing here.
fn assembly(bytes: &[u8]) -> Result<String, String> {
    const INDENT: usize = 15;
    let words = Words::read(bytes).map_err(|e| e.to_string())?;
    let (major, minor) = words.header().version;
    let options = text::Options { header: false, indent: false, friendly_names: true };
    let mut numbers = HashMap::new();
    let mut out = format!("; SPIR-V {major}.{minor}\n");
    for line in text::disassemble(&words, options).lines() {
        let line = renumbered(line, &mut numbers);
        let result = line.starts_with('%').then(|| line.find(" = ")).flatten().map_or(0, |end| end + 3);
        let _ = writeln!(out, "{:blanks$}{line}", "", blanks = INDENT.saturating_sub(result));
    }
    Ok(out)
}

fn renumbered(line: &str, numbers: &mut HashMap<String, usize>) -> String {
    let mut parts = line.split(' ');
    let mut out: String = renumbered_word(parts.next().unwrap_or_default(), numbers);
    let mut quoted = false;
    for part in parts {
        out.push(' ');
        quoted ^= part.matches('"').count() % 2 == 1;
        out.push_str(&if quoted { part.to_owned() } else { renumbered_word(part, numbers) });
    }
    out
}

fn renumbered_word(word: &str, numbers: &mut HashMap<String, usize>) -> String {
    let is_number = |digits: &&str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let Some(digits) = word.strip_prefix('%').filter(is_number) else { return word.to_owned() };
    let next = numbers.len() + 1;
    format!("%{}", numbers.entry(digits.to_owned()).or_insert(next))
}
