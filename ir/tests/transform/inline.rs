//! Tests inlining of all calls of `alwaysinline` functions, last call first, as in LLVM's `always-inline`.

use llvm_ir::attributes::{AttributeKind, FUNCTION};
use llvm_ir::draft::Draft;
use llvm_ir::transform::inline::inline;

/// Inlines all calls of functions that are `alwaysinline`.
pub fn inline_all(draft: &Draft) {
    let always = AttributeKind::named("alwaysinline").unwrap();
    for function in draft.functions().filter(|f| !f.is_declaration()) {
        let value = function.value();
        if value.attribute(FUNCTION, always).is_some() {
            let calls: Vec<_> = value.users().filter(|user| user.callee() == Some(value)).collect();
            calls.into_iter().for_each(|call| assert!(inline(call).unwrap(), "a call is not inlined"));
        }
    }
}

#[test]
fn inlined() {
    super::compare_files("inline", inline_all);
}
