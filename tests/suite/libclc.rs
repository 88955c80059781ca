//! The largest real modules at hand: libclc of Debian. Nothing may get lost on a lap.

use crate::support::validate;
use llvm_spirv::options::Options;
use llvm_spirv::roundtrip;
use llvm_spirv::spirv::{Decoration, Module, Op, Words, write};

const MODULES: [&str; 2] = ["/usr/lib/clc/spirv64-mesa3d-.spv", "/usr/lib/clc/spirv-mesa3d-.spv"];

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
        globals: module.globals().iter().filter(|i| i.opcode() == Op::Variable).count(),
        linkage: words.instructions().filter(linkage).count(),
    }
}

/// Opcodes whose number may change: types and constants are made anew, casts between pointers follow the pointee rule.
const REMADE: &[&str] = &["OpBitcast", "OpName", "OpCapability"];

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
        let is_remade = |op: &str| REMADE.contains(&op) || op.starts_with("OpType") || op.starts_with("OpConstant");
        let lost: Vec<_> = report.changed.iter().filter(|(op, (b, a))| a < b && !is_remade(op)).collect();
        assert!(lost.is_empty(), "{path} lost {lost:?}");
    }
}
