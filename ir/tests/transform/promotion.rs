//! Promotion of variables against LLVM's `mem2reg`.

use llvm_ir::transform::promote::promote_variables;

use crate::common::{files, some_of_the_tree};
use crate::oracle::compare;

#[test]
fn as_mem2reg() {
    let mut list = some_of_the_tree();
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 24 };
    list.extend(files("roundtrip-corpus", "cl").into_iter().step_by(step));
    let (equal, differ) = compare(&list, promote_variables, "mem2reg");
    assert!(equal > 9 * differ.len(), "{equal} equal: {differ:?}");
}
