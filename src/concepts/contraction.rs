//! Contraction of a product and a sum of it to a fused multiply-add (the execution mode `ContractionOff`).
//!
//! In LLVM IR: contraction is what the flag `contract` allows, sum by sum. SPIR-V allows it wherever the entry point does
//! not have the mode `ContractionOff`. So an entry point has it that reaches a sum which must be rounded by itself, be it
//! in a function that it calls, unless `!opencl.enable.FP_CONTRACT` allows it throughout the module. Lost: the flag of the other sums of such an entry point.

use crate::llvm::{Opcode, Value, fast_math};
use crate::options::FpContract;
use crate::state::Forward;
use llvm_spirv_metadata::opencl::ENABLE_FP_CONTRACT;

/// A sum or difference: must it be rounded by itself?
///
/// We ask for a product among its terms. The Khronos translator takes no chances: a product may come out of memory or of
/// a call.
pub fn forward_sum<'m>(f: &mut Forward<'m>, sum: Value<'m>, terms: [Value<'m>; 2]) {
    let is_strict = |inst: Value<'m>| inst.fast_math() & fast_math::CONTRACT == 0;
    let is_product = |term: &Value<'m>| term.is_op(Opcode::LLVMFMul) && is_strict(*term);
    let any = f.options.compatibility.strict;
    f.body.is_uncontracted |= is_strict(sum) && (any || terms.iter().any(is_product));
}

/// A call: nothing is known of functions of other modules, which the Khronos translator takes for the worst.
pub fn forward_call<'m>(f: &mut Forward<'m>, callee: Value<'m>) {
    f.body.is_uncontracted |= f.options.compatibility.strict && callee.is_declaration();
}

/// Returns whether `!opencl.enable.FP_CONTRACT` allows contraction throughout the module, whatever its flags (SPIR 1.2, section 2.14). The
/// Khronos translator writes it and does not read it.
fn is_enabled(f: &Forward<'_>) -> bool {
    !f.options.compatibility.strict && f.module.has_named_metadata(ENABLE_FP_CONTRACT)
}

/// Has the entry point the mode `ContractionOff`? `reaches` such a sum, if it does; `says` so itself, by metadata.
pub fn is_off(f: &Forward<'_>, reaches: bool, says: bool) -> bool {
    match f.options.compatibility.fp_contract {
        FpContract::On => says || reaches && !is_enabled(f),
        FpContract::Off => true,
        FpContract::Fast => says,
    }
}
