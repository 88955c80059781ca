//! Variables of a work-item on its thread's stack: more than the stack holds are an error, so that no access is out of
//! its bounds.

use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Module, Value};
use rustc_hash::FxHashSet;

/// The limit on the bytes of variables on the stack, which is the host's.
const MOST: u64 = 4 << 20;

/// Rejects a step whose variables, with those of the functions that it calls, exceed the limit.
pub fn check(module: &Module<'_>, step: Value<'_>) -> Result<()> {
    let (mut seen, mut left, mut bytes) = (FxHashSet::default(), vec![step], 0_u64);
    while let Some(function) = left.pop() {
        if !seen.insert(function) {
            continue;
        }
        for inst in function.blocks().flat_map(|block| block.instructions()) {
            let size = inst.allocated_type().and_then(|ty| module.layout().abi_size(ty));
            bytes = bytes.saturating_add(size.unwrap_or(0));
            left.extend(inst.called_function());
        }
    }
    if bytes <= MOST {
        return Ok(());
    }
    let kernel = step.name().trim_end_matches(".step");
    Err(errors::unsupported(format!(
        "variables of {bytes} bytes in a work-item of `{kernel}` on the cpu, more than {MOST}"
    )))
}
