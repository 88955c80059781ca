//! Intrinsics on the lanes of vectors.

use super::super::reductions;
use super::{Row, custom, rewritten, row, with_op};
use crate::conventions::rules::{Combine, KhronosForm as K, Rewritten, Rule};
use crate::llvm::Opcode as O;
use crate::state::{LowerIntrinsic, Lowering};
use ::spirv::{Op, OpenClStd as Cl};

/// The intrinsics that move lanes, or make masks.
pub const ROWS: &[Row] = &[
    rewritten("llvm.vector.reverse", Rule::Reverse),
    rewritten("llvm.vector.splice", Rule::Splice(false)),
    rewritten("llvm.vector.splice.left", Rule::Splice(false)),
    rewritten("llvm.vector.splice.right", Rule::Splice(true)),
    rewritten("llvm.vector.extract", Rule::Extract),
    rewritten("llvm.vector.insert", Rule::Insert),
    rewritten("llvm.vector.interleave2", Rule::Interleave(2)),
    rewritten("llvm.vector.interleave3", Rule::Interleave(3)),
    rewritten("llvm.vector.interleave4", Rule::Interleave(4)),
    rewritten("llvm.vector.interleave5", Rule::Interleave(5)),
    rewritten("llvm.vector.interleave6", Rule::Interleave(6)),
    rewritten("llvm.vector.interleave7", Rule::Interleave(7)),
    rewritten("llvm.vector.interleave8", Rule::Interleave(8)),
    rewritten("llvm.vector.deinterleave2", Rule::Deinterleave(2)),
    rewritten("llvm.vector.deinterleave3", Rule::Deinterleave(3)),
    rewritten("llvm.vector.deinterleave4", Rule::Deinterleave(4)),
    rewritten("llvm.vector.deinterleave5", Rule::Deinterleave(5)),
    rewritten("llvm.vector.deinterleave6", Rule::Deinterleave(6)),
    rewritten("llvm.vector.deinterleave7", Rule::Deinterleave(7)),
    rewritten("llvm.vector.deinterleave8", Rule::Deinterleave(8)),
    rewritten("llvm.vector.partial.reduce.add", Rule::PartialSum(O::Add)),
    rewritten("llvm.vector.partial.reduce.fadd", Rule::PartialSum(O::FAdd)),
    rewritten("llvm.matrix.multiply", Rule::MatrixProduct),
    rewritten("llvm.matrix.column.major.load", Rule::MatrixLoad),
    rewritten("llvm.matrix.column.major.store", Rule::MatrixStore),
    rewritten("llvm.matrix.transpose", Rule::Transpose),
    rewritten("llvm.stepvector", Rule::Steps),
    rewritten("llvm.get.active.lane.mask", Rule::LaneMask),
    rewritten("llvm.experimental.cttz.elts", Rule::FirstLane),
    rewritten("llvm.experimental.get.vector.length", Rule::VectorLength),
    rewritten("llvm.experimental.vector.compress", Rule::Compress),
    rewritten("llvm.experimental.vector.extract.last.active", Rule::LastActive),
    rewritten("llvm.experimental.vector.match", Rule::Match),
    rewritten("llvm.experimental.vector.histogram.add", Rule::Histogram(None)),
    rewritten("llvm.experimental.vector.histogram.uadd.sat", Rule::Histogram(Some("llvm.uadd.sat"))),
    rewritten("llvm.experimental.vector.histogram.umin", Rule::Histogram(Some("llvm.umin"))),
    rewritten("llvm.experimental.vector.histogram.umax", Rule::Histogram(Some("llvm.umax"))),
    rewritten("llvm.loop.dependence.war.mask", Rule::Independent(false)),
    rewritten("llvm.loop.dependence.raw.mask", Rule::Independent(true)),
];

/// The intrinsics that combine all lanes.
pub const REDUCTIONS: &[Row] = &[
    core("llvm.vector.reduce.add", Op::IAdd, O::Add),
    core("llvm.vector.reduce.mul", Op::IMul, O::Mul),
    core("llvm.vector.reduce.and", Op::BitwiseAnd, O::And),
    core("llvm.vector.reduce.or", Op::BitwiseOr, O::Or),
    core("llvm.vector.reduce.xor", Op::BitwiseXor, O::Xor),
    started("llvm.vector.reduce.fadd", Op::FAdd, O::FAdd),
    started("llvm.vector.reduce.fmul", Op::FMul, O::FMul),
    // Of booleans, true is the least if signed.
    extreme("llvm.vector.reduce.smin", |f, i| reductions::extended(f, i, Cl::s_min), Op::SLessThan)
        .by(Rule::Reduce(Combine::Extreme("llvm.smin", O::Or))),
    extreme("llvm.vector.reduce.smax", |f, i| reductions::extended(f, i, Cl::s_max), Op::SGreaterThan)
        .by(Rule::Reduce(Combine::Extreme("llvm.smax", O::And))),
    extreme("llvm.vector.reduce.umin", |f, i| reductions::extended(f, i, Cl::u_min), Op::ULessThan)
        .by(Rule::Reduce(Combine::Extreme("llvm.umin", O::And))),
    extreme("llvm.vector.reduce.umax", |f, i| reductions::extended(f, i, Cl::u_max), Op::UGreaterThan)
        .by(Rule::Reduce(Combine::Extreme("llvm.umax", O::Or))),
    // Khronos mode has no comparisons for these: they would look at no NaN.
    row("llvm.vector.reduce.fmin", custom(|f, i| reductions::extended(f, i, Cl::fmin)))
        .by(Rule::Reduce(Combine::Intrinsic("llvm.minnum"))),
    row("llvm.vector.reduce.fmax", custom(|f, i| reductions::extended(f, i, Cl::fmax)))
        .by(Rule::Reduce(Combine::Intrinsic("llvm.maxnum"))),
    row("llvm.vector.reduce.fminimum", custom(|f, i| reductions::nan_aware(f, i, true)))
        .by(Rule::Reduce(Combine::Intrinsic("llvm.minimum"))),
    row("llvm.vector.reduce.fmaximum", custom(|f, i| reductions::nan_aware(f, i, false)))
        .by(Rule::Reduce(Combine::Intrinsic("llvm.maximum"))),
];

const fn reduction(name: &'static str, lowering: Lowering, khronos: K) -> Row {
    row(name, lowering).when(Rewritten::OnBooleans).khronos(khronos)
}

const fn core(name: &'static str, op: Op, instruction: O) -> Row {
    let combine = Rule::Reduce(Combine::Instruction(instruction));
    reduction(name, with_op(reductions::core, op), K::Reduce(op)).by(combine)
}

const fn started(name: &'static str, op: Op, instruction: O) -> Row {
    let combine = Rule::Reduce(Combine::Instruction(instruction));
    reduction(name, with_op(reductions::started, op), K::ReduceFrom(op)).by(combine)
}

const fn extreme(name: &'static str, lower: LowerIntrinsic, comparison: Op) -> Row {
    reduction(name, custom(lower), K::ReduceExtreme(comparison))
}
