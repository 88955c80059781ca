//! The largest real modules at hand: libclc of Debian. Nothing may get lost on a lap.

use crate::support::{self, validate};
use llvm_spirv::options::Options;
use llvm_spirv::roundtrip;
use llvm_spirv::spirv::{Decoration, Module, Op, Words, write};
use std::collections::BTreeMap;
use std::process::Command;

const MODULES: [&str; 2] = ["/usr/lib/clc/spirv64-mesa3d-.spv", "/usr/lib/clc/spirv-mesa3d-.spv"];

/// The same modules as LLVM 15 has them: what is an event or image lies behind plain pointers there.
#[test]
fn libclc_of_an_older_llvm_goes_there_and_back() {
    for path in MODULES {
        let older = support::run(Command::new("llvm-spirv-15").args(["-r", path, "-o", "-"]), b"");
        let older = older.unwrap_or_else(|e| panic!("{path}: {e}"));
        let laps = roundtrip::laps(&older, &Options::default()).unwrap_or_else(|e| panic!("{path}: {e}"));
        validate(&write::bytes(&laps.first)).unwrap_or_else(|e| panic!("{path}: {e}"));
        let report = laps.report().unwrap();
        assert!(report.is_fixpoint(), "{path}: {report}");
    }
}

/// What must be there as often after a lap as before.
#[derive(Debug, PartialEq, Eq)]
struct Content {
    functions: usize,
    definitions: usize,
    globals: usize,
    linkage: usize,
}

fn content(bytes: &[u8]) -> Content {
    let words = Words::read(bytes).unwrap();
    let module = Module::index(&words).unwrap();
    let linkage = |i: &llvm_spirv::spirv::Instruction<'_>| {
        i.opcode() == Op::Decorate && i.words().get(2) == Some(&(Decoration::LinkageAttributes as u32))
    };
    Content {
        functions: module.functions().len(),
        definitions: module.functions().filter(|f| !f.is_declaration()).count(),
        globals: module.globals().filter(|i| i.opcode() == Op::Variable).count(),
        linkage: words.instructions().filter(linkage).count(),
    }
}

/// Opcodes whose number may change: types, constants and names are made anew, casts follow the pointee rule.
const REMADE: &[&str] = &["OpBitcast", "OpName", "OpCapability", "OpUndef"];

/// What the first lap may write in another way: `0 - x`, `x ^ -1`, `x != true`, and the cut of an integer.
const REWRITTEN: &[[&str; 2]] = &[
    ["OpISub", "OpSNegate"],
    ["OpBitwiseXor", "OpNot"],
    ["OpLogicalNotEqual", "OpLogicalNot"],
    ["OpSConvert", "OpUConvert"],
];

/// How many instructions of each opcode, or of a pair that stands for the same, there are fewer after the lap.
fn lost(changed: &BTreeMap<String, (usize, usize)>) -> BTreeMap<&str, isize> {
    let mut lost = BTreeMap::new();
    for (op, (before, after)) in changed {
        let pair = REWRITTEN.iter().find(|pair| pair.contains(&op.as_str()));
        *lost.entry(pair.map_or(op.as_str(), |pair| pair[0])).or_default() += *before as isize - *after as isize;
    }
    let is_remade = |op: &str| REMADE.contains(&op) || op.starts_with("OpType") || op.starts_with("OpConstant");
    lost.retain(|op, count| *count > 0 && !is_remade(op));
    lost
}

#[test]
fn libclc_survives_two_laps() {
    for path in MODULES {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}; run scripts/setup.sh test"));
        let laps = roundtrip::laps(&bytes, &Options::default()).unwrap_or_else(|e| panic!("{path}: {e}"));
        let first = write::bytes(&laps.first);
        validate(&first).unwrap_or_else(|e| panic!("{path}: {e}"));
        let report = laps.report().unwrap();
        println!("{path}: {:?}\n{report}", content(&first));
        assert_eq!(content(&bytes), content(&first), "{path}");
        assert!(report.is_fixpoint(), "{path}: {report}");
        let lost = lost(&report.changed);
        assert!(lost.is_empty(), "{path} lost {lost:?}");
    }
}
