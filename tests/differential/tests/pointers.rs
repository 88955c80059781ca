//! A sample of the random kernels that move pointers.
#![allow(missing_docs)]

use llvm_spirv_differential::kernels::{Batch, FORMS};
use llvm_spirv_differential::pointers::Pointers;

#[test]
fn pointers_lead_where_they_did() {
    for first in [0, 10, 20] {
        let batch = Batch::<Pointers>::new(1, first, 10);
        let faults = batch.check(&FORMS);
        assert!(faults.is_empty(), "{faults:#?}\n{}", batch.text());
    }
}
