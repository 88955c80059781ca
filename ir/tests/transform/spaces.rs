//! Address spaces that pointers of the flat one come from.

use llvm_ir::draft::Draft;
use llvm_ir::transform::spaces::infer_address_spaces;

/// Files whose names begin so have 4 as their flat space, all others 0.
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
