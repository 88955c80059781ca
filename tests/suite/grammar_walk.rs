//! The grammar walk: tests that each instruction and each enumerant of each kind of operand is unchanged after
//! translation from SPIR-V to LLVM IR and back. Exceptions are listed with their reasons in
//! `tests/grammar/exceptions.txt`.
//!
//! The modules are those of `tests/filetests` and `tests/opcodes`. Items that these lack are tested with a frame of
//! `tests/grammar`, whose mark is replaced by one instruction made from the table alone: a decoration, an execution
//! mode, a variable of a storage class or a builtin.

mod frames;
mod making;
mod saying;

use crate::opcodes::{instruction_lines, modules, options};
use crate::support::root;
use frames::{Frame, VERSION};
use llvm_spirv::binary::grammar::{self, Enumerant, Kind};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use making::{built_in, decorated, looped, moded, modelled, placed, stored, valued};
use saying::said;
use std::collections::{BTreeMap, BTreeSet};

/// An instruction, or a value of an operand with its parameters, by their names.
type Item = (&'static str, &'static str);

/// The items that a module has, with the words of their parameters.
type Said = BTreeMap<Item, BTreeSet<Vec<u32>>>;

/// The kinds whose values are not part of a module's text, except in debug information.
const UNWRITTEN: [&str; 12] = [
    "DebugInfoFlags",
    "DebugBaseTypeAttributeEncoding",
    "DebugCompositeType",
    "DebugTypeQualifier",
    "DebugOperation",
    "DebugImportedEntity",
    "BuildIdentifierFlags",
    "KernelPropertyFlags",
    "KernelEnqueueFlags",
    "KernelProfilingInfo",
    "MemorySemantics",
    "RayFlags",
];

/// Adds the items that are equal in a module and in its round trip; with untyped pointers if the module has any.
fn add(walked: &mut BTreeSet<Item>, spirv: &[u8]) {
    let said = said(spirv);
    let has_untyped = said.contains_key(&("instruction", "OpTypeUntypedPointerKHR"));
    let extensions = if has_untyped { "+all,+SPV_KHR_untyped_pointers" } else { "+all" };
    let options = Options { extensions: extensions.parse().unwrap(), ..options() };
    let Some(back) = there_and_back(spirv, &options) else { return };
    let back = saying::said(&back);
    let is_same =
        |(item, words): &(Item, BTreeSet<Vec<u32>>)| back.get(item).is_some_and(|same| !same.is_disjoint(words));
    walked.extend(said.into_iter().filter(is_same).map(|(item, _)| item));
}

/// Returns the module after a round trip, in the version of the original.
fn there_and_back(spirv: &[u8], options: &Options) -> Option<Vec<u8>> {
    let ir = spirv_to_llvm(spirv, options, Llvm::Assembly).ok()?;
    let mut ir = String::from_utf8(ir.bytes).unwrap();
    if spirv.get(4..8) == Some(&VERSION.to_le_bytes()) {
        ir = ir.replace("target triple = \"spir64-", "target triple = \"spir64v1.6-");
    }
    llvm_to_spirv(ir.as_bytes(), options).ok().map(|output| output.bytes)
}

/// Returns a module with untyped pointers, if it can be translated so.
fn untyped(spirv: &[u8]) -> Option<Vec<u8>> {
    let extensions = "+all,+SPV_KHR_untyped_pointers".parse().unwrap();
    there_and_back(spirv, &Options { extensions, ..options() })
}

// --- What the table has ---

/// Returns all items, with the kind of those that are enumerants.
fn items() -> Vec<(Item, Option<(Kind, &'static Enumerant)>)> {
    let instructions = grammar::instructions().map(|info| (("instruction", info.name), None));
    let kinds: Vec<Kind> = kinds();
    let enumerants = kinds.into_iter().flat_map(|kind| {
        let info = kind.info();
        info.enumerants.iter().map(move |row| ((info.name, row.name), Some((kind, row))))
    });
    instructions.chain(enumerants).collect()
}

/// Returns the kinds of operands of instructions, and of parameters of their values.
fn kinds() -> Vec<Kind> {
    let mut found: Vec<Kind> = Vec::new();
    let mut open: Vec<Kind> =
        grammar::instructions().flat_map(|info| info.operands).map(|operand| operand.kind()).collect();
    while let Some(kind) = open.pop() {
        if !found.contains(&kind) && !UNWRITTEN.contains(&kind.info().name) {
            open.extend(kind.info().enumerants.iter().flat_map(|row| row.parameters).map(|operand| operand.kind()));
            found.push(kind);
        }
    }
    found.sort_by_key(|kind| kind.info().name);
    found
}

// --- The walk ---

/// Returns the lines of the list of exceptions: kind, names (or `*`), and the reason.
fn exceptions() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("tests/grammar/exceptions.txt")).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert!(lines.len() < 20, "{} exceptions", lines.len());
    let read = |line: &String| {
        let (what, reason) = line.split_once(": ").unwrap();
        assert!(!reason.is_empty(), "{line}");
        let mut words = what.split(' ').map(str::to_owned);
        (words.next().unwrap(), words.collect())
    };
    lines.iter().map(read).collect()
}

#[test]
fn the_grammar_goes_both_ways() {
    let mut walked = BTreeSet::new();
    let (files, lines) = (modules(), instruction_lines());
    let untyped: Vec<_> = lines.iter().chain(&files).filter_map(|spirv| untyped(spirv)).collect();
    files.iter().chain(&lines).chain(&untyped).for_each(|spirv| add(&mut walked, spirv));
    let frames = [Frame::read("kernel.spvasm"), Frame::read("shader.spvasm")];
    let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (item, row) in items() {
        let made = |frame: &Frame| match row {
            Some((Kind::Decoration, row)) => decorated(frame, row, None),
            Some((Kind::ExecutionMode, row)) => moded(frame, row, None),
            Some((Kind::ExecutionModel, row)) => modelled(frame, row),
            Some((Kind::StorageClass, row)) => stored(frame, row),
            Some((Kind::BuiltIn, row)) => built_in(frame, row),
            Some((Kind::Capability, _)) => Vec::new(),
            Some((Kind::LoopControl, row)) => looped(frame, row),
            Some((kind, row)) => valued(frame, kind, row),
            None => {
                let info = grammar::instructions().find(|info| info.name == item.1);
                info.map(|info| placed(frame, info, None)).unwrap_or_default()
            }
        };
        for frame in &frames {
            let modules = if walked.contains(&item) { Vec::new() } else { made(frame) };
            for spirv in modules {
                add(&mut walked, &spirv);
                if walked.contains(&item) {
                    break;
                }
            }
        }
        if !walked.contains(&item) {
            missing.entry(item.0).or_default().push(item.1);
        }
    }
    let listed = exceptions();
    let is_listed = |kind: &str, name: &str| {
        listed.iter().any(|(other, names)| other == kind && names.iter().any(|other| other == name || other == "*"))
    };
    let unlisted: Vec<_> = missing
        .iter()
        .map(|(kind, names)| (kind, names.iter().filter(|name| !is_listed(kind, name)).collect::<Vec<_>>()))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    assert!(unlisted.is_empty(), "neither walked nor listed: {unlisted:#?}");
    for (kind, names) in &listed {
        for name in names.iter().filter(|name| *name != "*") {
            let is_missing = missing.get(kind.as_str()).is_some_and(|missing| missing.contains(&name.as_str()));
            assert!(is_missing, "{kind} {name} is walked, and listed");
        }
    }
}
