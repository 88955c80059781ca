//! Intrinsics as the Khronos translator writes them, where its form is only another one: asked first in strict mode.
//!
//! What it calls functions of its own for (`spirv.llvm_*`) is done before, in LLVM IR: see `forward::peer`.

mod classes;
mod floats;
mod integers;
mod memory;
pub mod names;
mod reductions;

use super::rows::custom;
use crate::state::Lowering;
use ::spirv::{Op, OpenclStd100Op as Cl};

/// What calls of the intrinsic `name` turn into, where the Khronos translator's form differs.
#[deny(unreachable_patterns)]
pub fn lowering(name: &str) -> Option<Lowering> {
    Some(match name {
        "llvm.ucmp" => custom(|f, i| integers::compare(f, i, [Op::ULessThanEqual, Op::ULessThan])),
        "llvm.scmp" => custom(|f, i| integers::compare(f, i, [Op::SLessThanEqual, Op::SLessThan])),
        "llvm.uadd.with.overflow" => custom(|f, i| integers::with_carry(f, i, Op::IAddCarry)),
        "llvm.usub.with.overflow" => custom(|f, i| integers::with_carry(f, i, Op::ISubBorrow)),
        "llvm.lifetime.start" => custom(|f, i| memory::lifetime(f, i, Op::LifetimeStart)),
        "llvm.lifetime.end" => custom(|f, i| memory::lifetime(f, i, Op::LifetimeStop)),
        "llvm.memmove" => custom(memory::move_),
        "llvm.memcpy" => custom(memory::copy),
        "llvm.memset" => custom(memory::set),
        "llvm.smin" => custom(|f, i| integers::extreme(f, i, Op::SLessThan)),
        "llvm.smax" => custom(|f, i| integers::extreme(f, i, Op::SGreaterThan)),
        "llvm.umin" => custom(|f, i| integers::extreme(f, i, Op::ULessThan)),
        "llvm.umax" => custom(|f, i| integers::extreme(f, i, Op::UGreaterThan)),
        // NaN and the sign of zero are not looked at.
        "llvm.minimum" | "llvm.minimumnum" => Lowering::Extended(Cl::fmin, 2),
        "llvm.maximum" | "llvm.maximumnum" => Lowering::Extended(Cl::fmax, 2),
        "llvm.frexp" => custom(floats::frexp),
        "llvm.modf" => custom(floats::modf),
        "llvm.is.fpclass" => custom(classes::is_fpclass),
        _ => return reduction(name.strip_prefix("llvm.vector.reduce.")?),
    })
}

#[deny(unreachable_patterns)]
fn reduction(name: &str) -> Option<Lowering> {
    Some(match name {
        "add" => custom(|f, i| reductions::operation(f, i, Op::IAdd)),
        "mul" => custom(|f, i| reductions::operation(f, i, Op::IMul)),
        "and" => custom(|f, i| reductions::operation(f, i, Op::BitwiseAnd)),
        "or" => custom(|f, i| reductions::operation(f, i, Op::BitwiseOr)),
        "xor" => custom(|f, i| reductions::operation(f, i, Op::BitwiseXor)),
        "fadd" => custom(|f, i| reductions::started(f, i, Op::FAdd)),
        "fmul" => custom(|f, i| reductions::started(f, i, Op::FMul)),
        "smin" => custom(|f, i| reductions::extreme(f, i, Op::SLessThan)),
        "smax" => custom(|f, i| reductions::extreme(f, i, Op::SGreaterThan)),
        "umin" => custom(|f, i| reductions::extreme(f, i, Op::ULessThan)),
        "umax" => custom(|f, i| reductions::extreme(f, i, Op::UGreaterThan)),
        "fmin" => custom(|f, i| reductions::extreme(f, i, Op::FOrdLessThan)),
        "fmax" => custom(|f, i| reductions::extreme(f, i, Op::FOrdGreaterThan)),
        "fminimum" => custom(|f, i| reductions::extreme(f, i, Op::FUnordLessThan)),
        "fmaximum" => custom(|f, i| reductions::extreme(f, i, Op::FUnordGreaterThan)),
        _ => return None,
    })
}
