//! Tests of the writer: LLVM and this crate read the written bitcode as the original module, compared as text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, compare, difference, disassembled, files, printed, some_of_the_tree};
use llvm_ir::WriteOptions;

fn rewritten(bitcode: &[u8]) -> Vec<u8> {
    llvm_ir::write(&llvm_ir::read(bitcode).unwrap(), &WriteOptions::default()).unwrap()
}

/// Returns the assembly that LLVM prints for rewritten bitcode, after checking that this crate prints the same.
fn printed_by_llvm(bitcode: &[u8]) -> String {
    let written = rewritten(bitcode);
    let text = disassembled(&written).unwrap_or_else(|| panic!("LLVM refuses it"));
    let ours = printed(&written);
    assert!(text == ours, "{}", difference(&text, &ours));
    text
}

#[test]
fn modules_of_this_folder() {
    let list = files("ir/tests/modules", "ll");
    assert_eq!(compare(&list, printed_by_llvm), list.len());
}

#[test]
fn files_of_the_tree() {
    let some = some_of_the_tree();
    assert!(compare(&some, printed_by_llvm) > some.len() / 2);
}

/// Tests that writing is deterministic, and idempotent after the first time.
#[test]
fn bytes_are_determined() {
    for path in files("ir/tests/modules", "ll") {
        let bitcode = assembled(&std::fs::read(&path).unwrap()).unwrap();
        let written = rewritten(&bitcode);
        assert_eq!(written, rewritten(&bitcode), "{}", path.display());
        assert_eq!(written, rewritten(&written), "{}", path.display());
    }
}

#[test]
fn the_file_names_its_producer() {
    let module = llvm_ir::read(include_bytes!("modules/example.bc")).unwrap();
    let options = WriteOptions { producer: "someone 1.2".to_owned(), ..WriteOptions::default() };
    let written = llvm_ir::write(&module, &options).unwrap();
    assert_eq!(llvm_ir::read(&written).unwrap().producer(), "someone 1.2");
}
