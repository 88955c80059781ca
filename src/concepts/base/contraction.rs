//! Contraction of a product and a sum of it to a fused multiply-add (the execution mode `ContractionOff`).
//!
//! In LLVM IR: the flag `contract` allows contraction of a single sum. SPIR-V allows it everywhere unless the entry
//! point has the mode `ContractionOff`. An entry point gets that mode if it, or a function that it calls, has a sum
//! without the flag, unless `!opencl.enable.FP_CONTRACT` allows contraction throughout the module. Lost: the flag of
//! the other sums of such an entry point.

use crate::llvm::{Opcode, Value, fast_math};
use crate::options::FpContract;
use crate::state::Forward;
use llvm_spirv_metadata::opencl::ENABLE_FP_CONTRACT;

/// Notes in the function a sum or difference that must not be contracted.
///
/// Only a sum with a product among its terms counts. The Khronos translator counts every sum: a product may come from
/// memory or from a call.
pub fn forward_sum<'m>(f: &mut Forward<'m>, sum: Value<'m>, terms: [Value<'m>; 2]) {
    let is_separate = |inst: Value<'m>| inst.fast_math() & fast_math::CONTRACT == 0;
    let is_product = |term: &Value<'m>| term.is_op(Opcode::FMul) && is_separate(*term);
    let any = f.options.policy.turns_contraction_off_early;
    f.body.is_uncontracted |= is_separate(sum) && (any || terms.iter().any(is_product));
}

/// Notes a call of an external function, which the Khronos translator assumes to have a sum that must not be contracted.
pub fn forward_call<'m>(f: &mut Forward<'m>, callee: Value<'m>) {
    f.body.is_uncontracted |= f.options.policy.turns_contraction_off_early && callee.is_declaration();
}

/// Returns whether `!opencl.enable.FP_CONTRACT` allows contraction throughout the module, whatever its flags (SPIR 1.2,
/// section 2.14). The Khronos translator writes it and does not read it.
fn is_enabled(f: &Forward<'_>) -> bool {
    !f.options.policy.turns_contraction_off_early && f.module.has_named_metadata(ENABLE_FP_CONTRACT)
}

/// Returns whether the entry point has the mode `ContractionOff`. `reaches`: it reaches a sum that must not be
/// contracted; `says`: its metadata has the mode.
pub fn is_off(f: &Forward<'_>, reaches: bool, says: bool) -> bool {
    match f.options.fp_contract {
        FpContract::On => says || reaches && !is_enabled(f),
        FpContract::Off => true,
        FpContract::Fast => says,
    }
}
