//! SPIR-V assembly to LLVM assembly, file by file: `tests/reverse/<name>.spvasm` gives `<name>.ll`.
//!
//! `BLESS=1 cargo test --test reverse` writes the outputs anew. `spirv-as` is part of Debian's `spirv-tools`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::path::{Path, PathBuf};
use std::process::Command;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reverse");
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
    let bless = std::env::var_os("BLESS").is_some();
    for file in cases() {
        let found = translate(&assemble(&file), &file);
        let expected = file.with_extension("ll");
        if bless {
            std::fs::write(&expected, found).unwrap();
        } else {
            let expected = std::fs::read_to_string(&expected).unwrap_or_default();
            assert!(found == expected, "{}: expected\n{expected}\nfound\n{found}", file.display());
        }
    }
}

/// The second lap must equal the first: nothing grows, nothing gets lost. Files that say `one lap` cannot go back.
#[test]
fn a_second_lap_changes_nothing() {
    let options = Options { extensions: llvm_spirv::options::Extensions::All, ..Options::default() };
    for file in cases().iter().filter(|file| !std::fs::read_to_string(file).unwrap().contains("one lap")) {
        let mut laps = Vec::new();
        let mut spirv = assemble(file);
        for _ in 0..2 {
            let ir = translate(&spirv, file);
            let output = llvm_to_spirv(ir.as_bytes(), &options);
            spirv = output.unwrap_or_else(|error| panic!("{}: {error}", file.display())).bytes;
            laps.push(spirv.clone());
        }
        assert!(laps[0] == laps[1], "{}: the second lap differs from the first", file.display());
    }
}
