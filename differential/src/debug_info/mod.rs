//! Random graphs of debug information: a module in LLVM assembly, whose translation comes back as itself.
//!
//! Types name each other in circles, scopes nest, functions are inlined into others, and all kinds of nodes are there
//! that the sets have. [`check`] translates a module to SPIR-V and back, twice.

mod forms;
mod graph;
pub mod nodes;
pub mod normal;
mod types;

pub use graph::module;

use llvm_spirv::binary::{Op, Words};
use llvm_spirv::options::{DebugInfo, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeMap;

/// The sets that are written.
pub const SETS: [DebugInfo; 3] = [DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200];

/// Checks that the second translation of a module gives the bytes of the first, and that no debug information is
/// dropped as a whole.
///
/// # Errors
/// Says what differs.
pub fn check(text: &str, set: DebugInfo) -> Result<(), String> {
    let options = Options { debug_info: set, ..Options::default() };
    let forward = |module: &[u8]| llvm_to_spirv(module, &options).map_err(|error| format!("to SPIR-V: {error}"));
    let first = forward(text.as_bytes())?;
    dropped(&first.warnings)?;
    let back = |bytes: &[u8]| {
        let made = spirv_to_llvm(bytes, &options, Llvm::Assembly).map_err(|error| format!("to LLVM IR: {error}"))?;
        dropped(&made.warnings).map(|()| made.bytes)
    };
    let module = back(&first.bytes)?;
    let second = forward(&module)?;
    let again = back(&second.bytes)?;
    if module != again {
        return Err(format!("LLVM IR of the second round trip differs: {}", difference(&module, &again)));
    }
    let third = forward(&again)?;
    if second.bytes != third.bytes {
        Err("SPIR-V of the second round trip differs".to_owned())
    } else {
        lost(&first.bytes, &second.bytes)
    }
}

/// Checks that the second module has as many instructions of each kind as the first, but for declarations of composites
/// that others need in front of them, and for `DebugInfoNone`.
fn lost(first: &[u8], second: &[u8]) -> Result<(), String> {
    let (first, second) = (kinds(first)?, kinds(second)?);
    let differs = |kind: &&u32| first.get(*kind) != second.get(*kind);
    let all: Vec<_> = first.keys().chain(second.keys()).filter(differs).collect();
    if all.is_empty() { Ok(()) } else { Err(format!("another number of instructions {all:?}")) }
}

/// Returns the number of instructions of each number of the set.
fn kinds(bytes: &[u8]) -> Result<BTreeMap<u32, usize>, String> {
    const NONE: u32 = 0;
    const COMPOSITE: u32 = 10;
    let words = Words::read(bytes).map_err(|error| error.to_string())?;
    let mut kinds = BTreeMap::new();
    for inst in words.instructions().filter(|inst| inst.opcode() == Op::ExtInst) {
        let number = inst.operand(1).map_err(|error| error.to_string())?;
        if ![NONE, COMPOSITE].contains(&number) {
            *kinds.entry(number).or_default() += 1;
        }
    }
    Ok(kinds)
}

fn dropped(warnings: &[impl ToString]) -> Result<(), String> {
    let all = warnings.iter().map(ToString::to_string);
    all.into_iter().find(|warning| warning.contains("dropped")).map_or(Ok(()), Err)
}

/// Returns the first line that differs.
fn difference(first: &[u8], second: &[u8]) -> String {
    let (first, second) = (String::from_utf8_lossy(first), String::from_utf8_lossy(second));
    let pair = first.lines().zip(second.lines()).find(|(first, second)| first != second);
    pair.map_or("in length".to_owned(), |(first, second)| format!("{first}\n  is {second}"))
}
