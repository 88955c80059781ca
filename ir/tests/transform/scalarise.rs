//! Tests of scalarisation.

use llvm_ir::draft::Draft;
use llvm_ir::transform::scalarise::scalarise;

#[test]
fn taken_apart() {
    super::compare_files("scalarise", |draft: &Draft| {
        for function in draft.functions().filter(|f| !f.is_declaration()) {
            scalarise(function).unwrap();
        }
    });
}
