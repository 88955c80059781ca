//! Tests sharing of computations: files, and programs that print the same as before.

use llvm_ir::draft::Draft;
use llvm_ir::transform::simplify::share_computations;

fn share(draft: &Draft) {
    for function in draft.functions() {
        share_computations(function).unwrap();
    }
}

#[test]
fn shared_files() {
    crate::compare_files("shared", share);
}

#[test]
fn programs_do_the_same() {
    crate::simplify::programs(|what, input| {
        let draft = Draft::thaw(llvm_ir::parse(input).unwrap_or_else(|e| panic!("{what}: {e}")));
        share(&draft);
        crate::verified(what, draft)
    });
}
