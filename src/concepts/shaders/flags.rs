//! Contraction of products and sums (SPIR-V 3.20 `NoContraction`).
//!
//! In LLVM IR: arithmetic without the decoration has the flag `contract`, since flags survive passes, while metadata
//! may not. Other fast-math flags guarantee more than shaders can express without float controls, and are left out.

use crate::binary::{Decoration, Instruction};
use crate::error::Result;
use crate::llvm::{Opcode, Value, fast_math};
use crate::state::{Forward, Reverse};

/// Returns whether contraction applies to an instruction.
fn is_contracted(value: Value<'_>) -> bool {
    use Opcode::*;
    matches!(value.opcode(), Some(FAdd | FSub | FMul | FDiv | FRem | FNeg))
}

// --- SPIR-V to LLVM ---

/// Sets the flag of an instruction that is not decorated.
pub fn reverse<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
    let is_exact = r.spv.decoration(inst.result_id().unwrap_or_default(), Decoration::NoContraction).is_some();
    if is_contracted(value) && !is_exact && value.fast_math() & fast_math::CONTRACT == 0 {
        return value.set_fast_math(value.fast_math() | fast_math::CONTRACT);
    }
    Ok(())
}

// --- LLVM to SPIR-V ---

/// Decorates arithmetic that must not be contracted; returns true unless further flags, those of integers, are to be written.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: u32) -> Result<bool> {
    if is_contracted(inst) && inst.fast_math() & fast_math::CONTRACT == 0 {
        f.spv.decorate(id, Decoration::NoContraction, &[])?;
    }
    use Opcode::*;
    Ok(!matches!(inst.opcode(), Some(Add | Sub | Mul | Shl)))
}
