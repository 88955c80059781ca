//! A sample of the random kernels about values in memory.
#![allow(missing_docs)]

use llvm_spirv_differential::kernels::{Batch, FORMS};
use llvm_spirv_differential::values::Values;

#[test]
fn arguments_buffers_and_structures_hold_small_floats_and_integers_of_any_width() {
    for first in [0, 10, 20] {
        let batch = Batch::<Values>::new(1, first, 10);
        let faults = batch.check(&FORMS);
        assert!(faults.is_empty(), "{faults:#?}\n{}", batch.text());
    }
}
