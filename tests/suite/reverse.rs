//! SPIR-V assembly to LLVM assembly, file by file: `tests/reverse/<name>.spvasm` gives `<name>.ll`.
//!
//! `BLESS=1 cargo test --test suite reverse` writes the outputs anew. `spirv-as` is part of Debian's `spirv-tools`.

use crate::support::is_blessed;
use llvm_spirv::binary::write;
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::path::{Path, PathBuf};
use std::process::Command;

fn cases() -> Vec<PathBuf> {
    let folder = crate::support::root().join("tests/reverse");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "spvasm"));
    files.sort();
    files
}

fn assemble(file: &Path) -> Vec<u8> {
    let output = Command::new("spirv-as").args(["--target-env", "spv1.3", "-o", "-"]).arg(file).output();
    let output = output.expect("spirv-as: install spirv-tools");
    assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn translate(spirv: &[u8], what: &Path) -> String {
    let output = spirv_to_llvm(spirv, &Options::default(), Llvm::Assembly);
    String::from_utf8(output.unwrap_or_else(|error| panic!("{}: {error}", what.display())).bytes).unwrap()
}

#[test]
fn each_file_gives_its_output() {
    for file in cases() {
        let found = translate(&assemble(&file), &file);
        let expected = file.with_extension("ll");
        if is_blessed(&expected) {
            std::fs::write(&expected, found).unwrap();
        } else {
            let expected = std::fs::read_to_string(&expected).unwrap_or_default();
            assert!(found == expected, "{}: expected\n{expected}\nfound\n{found}", file.display());
        }
    }
}

/// Checks that the second round trip equals the first. Files that contain `one round trip` cannot be translated back.
#[test]
fn a_second_round_trip_changes_nothing() {
    let options = Options { extensions: llvm_spirv::options::Extensions::all(), ..Options::default() };
    for file in cases().iter().filter(|file| !std::fs::read_to_string(file).unwrap().contains("one round trip")) {
        let mut round_trips = Vec::new();
        let mut spirv = assemble(file);
        for _ in 0..2 {
            let ir = translate(&spirv, file);
            let output = llvm_to_spirv(ir.as_bytes(), &options);
            spirv = output.unwrap_or_else(|error| panic!("{}: {error}", file.display())).bytes;
            round_trips.push(spirv.clone());
        }
        assert!(round_trips[0] == round_trips[1], "{}: the second round trip differs from the first", file.display());
    }
}

/// Returns a module of these instructions, opcode first, after the fixed beginning of a module.
fn module(instructions: impl Iterator<Item = Vec<u32>>) -> Vec<u8> {
    let front = [vec![17, 6], vec![17, 4], vec![17, 5], vec![14, 2, 2]];
    let mut words = vec![0x0723_0203, 0x0001_0000, 0, 200_000, 0];
    for instruction in front.into_iter().chain(instructions) {
        words.push((instruction.len() as u32) << 16 | instruction[0]);
        words.extend(&instruction[1..]);
    }
    write::bytes(&words)
}

fn refusal(spirv: &[u8]) -> String {
    spirv_to_llvm(spirv, &Options::default(), Llvm::Assembly).unwrap_err().message().to_owned()
}

/// Checks that types with too much nesting are refused: LLVM recurses along types.
#[test]
fn nesting_has_a_limit() {
    let uint = [vec![21, 1, 64, 0], vec![43, 1, 2, 1, 0]];
    let arrays = (3..100_000).map(|id| vec![28, id, if id == 3 { 1 } else { id - 1 }, 2]);
    assert_eq!(refusal(&module(uint.clone().into_iter().chain(arrays))), "types that nest deeper than 255 levels");
    let doubled = (3..100).map(|id| vec![30, id, if id == 3 { 1 } else { id - 1 }, if id == 3 { 1 } else { id - 1 }]);
    assert_eq!(refusal(&module(uint.into_iter().chain(doubled))), "a structure of more than 1048576 scalars");
}

/// Returns a variable whose initializer is nested operations on the address of another variable, optionally of vectors.
fn operations(levels: u32, of_vectors: bool) -> Vec<u8> {
    let mut all = vec![vec![21, 1, 64, 0], vec![43, 1, 2, 1, 0], vec![32, 3, 5, 1], vec![59, 3, 4, 5, 2]];
    all.extend([vec![52, 1, 5, 117, 4], vec![23, 6, 1, 2], vec![44, 6, 7, 5, 2], vec![44, 6, 8, 2, 2]]);
    let (ty, first, other) = if of_vectors { (6, 7, 8) } else { (1, 5, 2) };
    let part = |id: u32| if id == 9 { first } else { id - 1 };
    all.extend((9..9 + levels).map(|id| vec![52, ty, id, if id % 2 == 0 { 128 } else { 198 }, part(id), other]));
    let end = 9 + levels;
    all.extend([vec![32, end, 5, ty], vec![59, end, end + 1, 5, part(end)]]);
    module(all.into_iter())
}

/// Checks that constant expressions may nest deeply: LLVM recurses along them, too, but there is enough stack.
#[test]
fn operations_on_constants_nest() {
    for (levels, of_vectors) in [(1_000, false), (100_000, false), (50_000, true)] {
        let trips = llvm_spirv_roundtrip::round_trips(&operations(levels, of_vectors), &Options::default()).unwrap();
        assert!(trips.first == trips.second);
        let made = trips.first.windows(5).filter(|words| words[0] >> 16 == 6 && words[0] & 0xFFFF == 52).count();
        assert!(made >= levels as usize, "{made} of {levels}");
    }
    let deep = operations(195_000, false);
    assert!(spirv_to_llvm(&deep, &Options::default(), Llvm::Bitcode).is_ok());
}
