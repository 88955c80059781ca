//! Constant samplers where they are used, as the Khronos translator makes them.

use crate::binary::{Function, Instruction, Op};
use crate::concepts::instructions::images::{make_sampler, parts};
use crate::error::Result;
use crate::state::Reverse;

/// Returns whether the constant samplers of a function are made where they are used: it has no phi of samplers, whose
/// operands come from other blocks.
pub fn are_deferred<'m>(r: &Reverse<'m>, function: Function<'m>) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| block.instructions());
    !instructions
        .any(|inst| inst.opcode() == Op::Phi && inst.in_operands().iter().any(|id| r.samplers.constants.contains(id)))
}

/// Makes the constant samplers that an instruction uses, in front of it.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if r.samplers.are_deferred {
        for id in parts::ids(inst).copied().filter(|id| r.samplers.constants.contains(id)).collect::<Vec<_>>() {
            make_sampler(r, id)?;
        }
    }
    Ok(false)
}
