//! Constant samplers emitted at their uses, in the Khronos translator's form.

use crate::binary::{Function, Instruction, Op};
use crate::concepts::instructions::images::{make_sampler, parts};
use crate::error::Result;
use crate::state::Reverse;

/// Returns whether the constant samplers of a function are emitted at their uses: not if a phi has one as an operand,
/// which must be emitted in another block.
pub fn are_deferred<'m>(r: &Reverse<'m>, function: Function<'m>) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| block.instructions());
    !instructions
        .any(|inst| inst.opcode() == Op::Phi && inst.in_operands().iter().any(|id| r.samplers.constants.contains(id)))
}

/// Emits the constant samplers that an instruction uses in front of it.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if r.samplers.are_deferred {
        for id in parts::ids(inst).copied().filter(|id| r.samplers.constants.contains(id)).collect::<Vec<_>>() {
            make_sampler(r, id)?;
        }
    }
    Ok(false)
}
