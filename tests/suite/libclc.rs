//! The largest real modules available: libclc of Debian. A round trip may lose nothing.

use crate::support::{self, validate};
use llvm_spirv::binary::{Decoration, Module, Op, Words, write};
use llvm_spirv::options::Options;
use std::process::Command;

const MODULES: [&str; 2] = ["/usr/lib/clc/spirv64-mesa3d-.spv", "/usr/lib/clc/spirv-mesa3d-.spv"];

/// Checks the modules of libclc as LLVM 15 has them: events and images are behind plain pointers there.
#[test]
fn libclc_of_an_older_llvm_goes_there_and_back() {
    for path in MODULES {
        let older = support::run(Command::new("llvm-spirv-15").args(["-r", path, "-o", "-"]), b"");
        let older = older.unwrap_or_else(|e| panic!("{path}: {e}"));
        let trips =
            llvm_spirv_roundtrip::round_trips(&older, &Options::default()).unwrap_or_else(|e| panic!("{path}: {e}"));
        validate(&write::bytes(&trips.first)).unwrap_or_else(|e| panic!("{path}: {e}"));
        support::check_report(&trips).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
}

/// The counts of a module's content that a round trip must keep.
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
    let linkage = |i: &llvm_spirv::binary::Instruction<'_>| {
        i.opcode() == Op::Decorate && i.words().get(2) == Some(&(Decoration::LinkageAttributes as u32))
    };
    Content {
        functions: module.functions().len(),
        definitions: module.functions().filter(|f| !f.is_declaration()).count(),
        globals: module.globals().filter(|i| i.opcode() == Op::Variable).count(),
        linkage: words.instructions().filter(linkage).count(),
    }
}

#[test]
fn libclc_survives_two_round_trips() {
    for path in MODULES {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}; run scripts/setup.sh test"));
        let trips =
            llvm_spirv_roundtrip::round_trips(&bytes, &Options::default()).unwrap_or_else(|e| panic!("{path}: {e}"));
        let first = write::bytes(&trips.first);
        validate(&first).unwrap_or_else(|e| panic!("{path}: {e}"));
        println!("{path}: {:?}\n{}", content(&first), trips.report(0).unwrap());
        assert_eq!(content(&bytes), content(&first), "{path}");
        support::check_report(&trips).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
}
