//! Samplers that are constants: `__translate_sampler_initializer(i32 n)` and `OpConstantSampler`.
//!
//! The bits of the number are those of OpenCL C: 1 for normalized coordinates, then the addressing mode, then one bit
//! for each filter. On the way back the call stands at the beginning of each function that uses the sampler.

use crate::binary::builder::Id;
use crate::binary::{Function, Instruction};
use crate::concepts::base::{opaque_types, untyped_pointers, values};
use crate::concepts::builtins::{self, Effects, value};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Late, Operand, Reverse};
use ::spirv::{Capability, Op};
use std::collections::BTreeSet;

/// The function that clang calls to make a sampler of a number.
pub const TRANSLATE: &str = "__translate_sampler_initializer";

/// The calling convention of C.
const C_CALL: u32 = 0;

const ADDRESSING_SHIFT: u32 = 1;
const ADDRESSING_MASK: u32 = 7;
const FILTER_SHIFT: u32 = 4;
const FILTER_MASK: u32 = 3;

/// Returns the literals of `OpConstantSampler`: addressing mode, normalized, filter.
fn literals(number: u32) -> [u32; 3] {
    let filter = number >> FILTER_SHIFT & FILTER_MASK;
    [number >> ADDRESSING_SHIFT & ADDRESSING_MASK, number & 1, filter.saturating_sub(1)]
}

fn number([addressing, normalized, filter]: [u32; 3]) -> u32 {
    (addressing & ADDRESSING_MASK) << ADDRESSING_SHIFT | normalized & 1 | ((filter & 1) + 1) << FILTER_SHIFT
}

// --- LLVM to SPIR-V ---

/// Translates a call of [`TRANSLATE`]. The constant is made at the first use of the sampler, regardless of the position of the call.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let literals = known(value(inst, 0)?)?;
    if !f.options.policy.makes_constants_at_calls {
        f.body.late.insert(inst, Late::Made(forward_use));
        return Ok(());
    }
    // The Khronos translator has one for each call.
    let ty = opaque_types::plain_type(f, Op::TypeSampler)?;
    f.spv.require(Capability::LiteralSampler);
    let id = f.spv.global(Op::ConstantSampler, Some(ty), &literals)?;
    f.bind(inst, Operand { id, ty })
}

/// Returns the constant sampler for a call of [`TRANSLATE`], at its first use in the function.
pub fn forward_use<'m>(f: &mut Forward<'m>, call: Value<'m>) -> Result<Operand> {
    let operand = constant(f, value(call, 0)?)?;
    f.bind(call, operand)?;
    Ok(operand)
}

/// Returns a sampler argument; in older IR it is the number, or a load of it from a constant.
pub fn operand<'m>(f: &mut Forward<'m>, sampler: Value<'m>) -> Result<Operand> {
    if sampler.ty().is_int() && !sampler.is_argument() {
        return constant(f, sampler);
    }
    let operand = values::operand(f, sampler)?;
    if operand.ty != opaque_types::plain_type(f, Op::TypeSampler)? {
        return Err(
            Error::of(Code::IllegalType, "a sampler whose type got lost").hint("write it as target(\"spirv.Sampler\")")
        );
    }
    Ok(operand)
}

fn constant<'m>(f: &mut Forward<'m>, sampler: Value<'m>) -> Result<Operand> {
    let literals = known(sampler)?;
    f.spv.require(Capability::LiteralSampler);
    let ty = opaque_types::plain_type(f, Op::TypeSampler)?;
    let id = f.spv.unique_constant(Op::ConstantSampler, ty, &literals)?;
    Ok(Operand { id, ty })
}

/// Returns the literals for a constant number, or for a load from a constant variable.
fn known(sampler: Value<'_>) -> Result<[u32; 3]> {
    let loaded = sampler.operand(0).filter(|_| sampler.is_op(Opcode::Load)).and_then(Value::initializer);
    let number = loaded.unwrap_or(sampler).int_value().and_then(|number| u32::try_from(number).ok());
    let number = number.ok_or_else(|| Error::of(Code::Builtin, "a sampler made of a number that is no constant"))?;
    Ok(literals(number))
}

// --- SPIR-V to LLVM ---

/// The constant samplers that a function uses, as calls at the current place.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: Function<'m>) -> Result<()> {
    r.samplers.are_deferred = false;
    if r.samplers.constants.is_empty() {
        return Ok(());
    }
    r.samplers.are_deferred = r.hooks.defers_samplers.iter().any(|defers| defers(r, function));
    let mut seen = BTreeSet::new();
    let instructions = function.blocks.iter().flat_map(|block| block.instructions());
    for inst in instructions.filter(|_| !r.samplers.are_deferred).collect::<Vec<_>>() {
        for id in super::parts::ids(inst) {
            if r.samplers.constants.contains(id) && seen.insert(*id) {
                make(r, *id)?;
            }
        }
    }
    Ok(())
}

/// Notes an `OpConstantSampler`, which is emitted in each function that uses it.
pub fn reverse_declared<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    r.samplers.constants.extend(inst.result_id());
    Ok(())
}

/// Notes a variable that holds a constant sampler: it is not translated, and its loads become the sampler. Returns
/// false for other variables.
pub fn reverse_variable(r: &mut Reverse<'_>, inst: Instruction<'_>) -> bool {
    let sampler = untyped_pointers::initializer(inst).filter(|initializer| r.samplers.constants.contains(initializer));
    if let (Some(sampler), Some(id)) = (sampler, inst.result_id()) {
        r.samplers.variables.insert(id, sampler);
    }
    sampler.is_some()
}

/// Translates a load from a variable that holds a constant sampler. Returns false for other loads.
pub fn reverse_load<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if r.samplers.variables.is_empty() {
        return Ok(false);
    }
    let Some(sampler) = r.samplers.variables.get(&inst.operand(0)?).copied() else { return Ok(false) };
    make(r, sampler)?;
    let value = r.value(sampler)?;
    r.alias(inst, value).map(|_| true)
}

/// The call that makes a constant sampler, at the current place.
pub fn make<'m>(r: &mut Reverse<'m>, id: Id) -> Result<()> {
    let Some(sampler) = r.spv.definition(id) else { return Ok(()) };
    let number = number(read(sampler)?);
    let word = r.context.int_type(32)?;
    let result = r.result_ty(sampler)?;
    let ty = r.context.function_type(result, &[word], false)?;
    let function = builtins::named(r, TRANSLATE, ty, Effects::None)?;
    let number = r.context.const_int(word, number.into())?;
    let call = match r.options.policy.calls_sampler_function_as_c {
        true => {
            function.set_call_conv(C_CALL)?;
            r.builder.call(function, &[number])?
        }
        false => builtins::call_function(r, function, &[number])?,
    };
    r.define(sampler, call)
}

fn read(sampler: Instruction<'_>) -> Result<[u32; 3]> {
    Ok([sampler.operand(0)?, sampler.operand(1)?, sampler.operand(2)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_24_sampler_numbers_invert() {
        for addressing in 0..5 {
            for (normalized, filter) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let parts = [addressing, normalized, filter];
                assert_eq!(literals(number(parts)), parts);
            }
        }
        assert_eq!(literals(0), [0, 0, 0]);
    }
}
