//! Tests bitcode of LLVM 15 and 24 against the assembly beside it: this crate prints the same as `llvm-dis` of LLVM 22, or both
//! reject the file.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{difference, disassembled, files, printed};

#[test]
fn bitcode_of_other_releases() {
    let list = files("ir/tests/old", "bc");
    assert!(!list.is_empty());
    for path in list {
        let bitcode = std::fs::read(&path).unwrap();
        match disassembled(&bitcode) {
            Some(want) => {
                let got = printed(&bitcode);
                assert!(want == got, "{}: {}", path.display(), difference(&want, &got));
            }
            None => assert!(llvm_ir::read(&bitcode).is_err(), "{}", path.display()),
        }
    }
}

/// Tests that constant expressions whose expansion would grow without bound are rejected.
#[test]
fn expressions_that_grow_without_bound() {
    let bitcode = include_bytes!("old/shared_expressions.bc15");
    let error = llvm_ir::read(bitcode).unwrap_err().to_string();
    assert!(error.contains("the instructions of constant expressions"), "{error}");
}
