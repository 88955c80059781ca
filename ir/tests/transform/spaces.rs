//! Tests of address space inference.

use llvm_ir::draft::Draft;
use llvm_ir::transform::spaces::infer_address_spaces;

/// The prefix of files whose flat address space is 4; it is 0 in all others.
const GENERIC: &str = "generic";

#[test]
fn inferred() {
    super::compare_files("spaces", |draft: &Draft| {
        let flat = if draft.global_named(GENERIC.as_bytes()).is_some() { 4 } else { 0 };
        for function in draft.functions().filter(|f| !f.is_declaration()) {
            infer_address_spaces(function, flat).unwrap();
        }
    });
}
