//! Tests that the printed assembly equals that of `llvm-dis`, byte for byte, for all assembly of this tree, and for modules of this
//! folder with further features.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{compare, files, printed, some_of_the_tree};

#[test]
fn modules_of_this_folder() {
    let list = files("ir/tests/modules", "ll");
    assert_eq!(compare(&list, printed), list.len());
}

/// Tests every twelfth file, or all if `LLVM_IR_ALL_FILES` is set, as LLVM's tools are started twice for each.
#[test]
fn files_of_the_tree() {
    let some = some_of_the_tree();
    assert!(compare(&some, printed) > some.len() / 2);
}
