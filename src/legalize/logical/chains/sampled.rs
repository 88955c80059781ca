//! Results of `OpSampledImage`: all uses must be in the same block, and no phi or select may use them (SPIR-V 1.6,
//! 3.52.10).

use super::Rebuild;
use super::branches::is_opaque;
use super::opaque::{chosen_from, opaque_choices};
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// Returns whether a value is the result of `OpSampledImage`.
fn is_sampled(value: Value<'_>) -> bool {
    let is_call = value.is_op(Opcode::Call) && is_opaque(value.ty());
    is_call && value.called_function().is_some_and(|callee| callee.name().starts_with("_Z20__spirv_SampledImage"))
}

impl<'m> Rebuild<'_, 'm> {
    /// Replaces phis and selects of sampled images by phis and selects of images and samplers.
    pub fn choose_parts(&mut self, function: Value<'m>) -> Result<()> {
        for choice in opaque_choices(function) {
            let calls: Vec<_> = chosen_from(choice).collect();
            let Some(first) = calls.first().copied() else { continue };
            let is_alike = |call: &Value<'m>| is_sampled(*call) && call.called_function() == first.called_function();
            if calls.iter().all(is_alike) {
                // What chooses is erased first.
                self.replaced.extend(calls.iter().copied());
                self.join(choice, &calls, 0)?;
            }
        }
        self.erase()
    }

    /// Repeats `OpSampledImage` in each other block that uses its result.
    pub fn keep_in_block(&mut self, function: Value<'m>) -> Result<()> {
        let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).filter(|i| is_sampled(*i)).collect();
        for value in all {
            let users: Vec<_> = value.uses().filter(|user| user.parent_block() != value.parent_block()).collect();
            for user in users.into_iter().filter(|user| user.is_instruction() && !user.is_op(Opcode::Phi)) {
                self.emit.builder.position_before(user)?;
                let copy = self.emit.builder.copy(value)?;
                for (index, _) in (0..).zip(user.operands()).filter(|(_, operand)| *operand == value) {
                    user.set_operand(index, copy)?;
                }
                self.replaced.push(value);
            }
        }
        self.erase()
    }
}
