//! Intrinsics on the invocations of a subgroup, which HLSL calls a wave, and of a workgroup.

use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, op};
use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::{GroupOperation, MemorySemantics as Semantics, Op, Scope};

fn scope(f: &mut Forward<'_>, scope: Scope) -> Result<Id> {
    constants::word(f, scope as u32)
}

/// An instruction on the subgroup with the arguments as operands.
pub fn vote<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    let mut operands = vec![scope(f, Scope::Subgroup)?];
    for index in 0..inst.call_arg_count() {
        operands.push(arg(f, inst, index)?);
    }
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, instruction, ty, &operands).map(drop)
}

/// The number of invocations for which the argument is true.
pub fn count<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (value, subgroup, ty) = (arg(f, inst, 0)?, scope(f, Scope::Subgroup)?, types::forward(f, inst.ty())?);
    let mask = types::vector_of(f, ty, 4)?;
    let ballot = op(f, Op::GroupNonUniformBallot, mask, &[subgroup, value])?;
    let operands = [subgroup, GroupOperation::Reduce as u32, ballot];
    f.define(inst, Op::GroupNonUniformBallotBitCount, ty, &operands).map(drop)
}

/// Translates a reduction over the subgroup to `instruction`.
pub fn reduce<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    let (value, subgroup, ty) = (arg(f, inst, 0)?, scope(f, Scope::Subgroup)?, types::forward(f, inst.ty())?);
    f.define(inst, instruction, ty, &[subgroup, GroupOperation::Reduce as u32, value]).map(drop)
}

/// Translates a reduction over the subgroup to an instruction for integers or for floating-point numbers.
pub fn reduce_of<'m>(f: &mut Forward<'m>, inst: Value<'m>, of_integers: Op, of_floats: Op) -> Result<()> {
    let is_integer = argument(inst, 0)?.ty().scalar().is_int();
    reduce(f, inst, if is_integer { of_integers } else { of_floats })
}

/// A barrier of the workgroup for execution and for its memory.
pub fn barrier<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let workgroup = scope(f, Scope::Workgroup)?;
    let semantics = Semantics::ACQUIRE_RELEASE | Semantics::WORKGROUP_MEMORY;
    let semantics = constants::word(f, semantics.bits())?;
    f.emit(Op::ControlBarrier, &[workgroup, workgroup, semantics])?;
    debug_assert!(inst.ty().is_void());
    Ok(())
}
