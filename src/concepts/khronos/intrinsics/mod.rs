//! Intrinsics with another lowering in the Khronos translator, which takes precedence over the native one.
//!
//! Intrinsics for which it calls functions of its own (`spirv.llvm_*`) are replaced before, in LLVM IR: see
//! `legalize::khronos`.

mod floats;
mod integers;
mod memory;
pub mod names;
mod reductions;

use crate::concepts::intrinsics::rows;
use crate::conventions::rules::KhronosForm as Form;
use crate::state::Lowering::{self, Custom, WithOp};
use ::spirv::Op;

/// Returns the lowering of an intrinsic, if the Khronos translator's differs from the native one.
pub fn lowering(name: &str) -> Option<Lowering> {
    Some(match rows::find(name)?.khronos? {
        Form::ThreeWay(Op::ULessThan) => Custom(|f, i| integers::compare(f, i, [Op::ULessThanEqual, Op::ULessThan])),
        Form::ThreeWay(_) => Custom(|f, i| integers::compare(f, i, [Op::SLessThanEqual, Op::SLessThan])),
        Form::Carry(op) => WithOp(integers::with_carry, op),
        Form::Lifetime(op) => WithOp(memory::lifetime, op),
        Form::Copy => Custom(memory::copy),
        Form::Move => Custom(memory::move_),
        Form::Set => Custom(memory::set),
        Form::Extreme(comparison) => WithOp(integers::extreme, comparison),
        Form::FractionAndExponent => Custom(floats::frexp),
        Form::FractionAndInteger => Custom(floats::modf),
        Form::Reduce(op) => WithOp(reductions::operation, op),
        Form::ReduceFrom(op) => WithOp(reductions::started, op),
        Form::ReduceExtreme(comparison) => WithOp(reductions::extreme, comparison),
    })
}
