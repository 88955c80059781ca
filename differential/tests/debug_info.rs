//! A share of the random graphs of debug information.
#![allow(missing_docs, clippy::panic)]

use llvm_spirv_differential::debug_info::{SETS, check, module};

#[test]
fn d_07_random_graphs_come_back() {
    for number in 0..200 {
        let text = module(1, number);
        for set in SETS {
            check(&text, set).unwrap_or_else(|error| panic!("{number} {set:?}: {error}\n{text}"));
        }
    }
}
