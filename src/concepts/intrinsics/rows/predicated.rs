//! The predicated intrinsics, `llvm.vp.*`: operations on vectors of which only some lanes count.

use super::{Row, rewritten};
use crate::conventions::rules::{Combine, Neutral, Plain, PredicatedStore, Rule};
use crate::llvm::Opcode as O;

/// The predicated intrinsics whose plain form has another name.
pub const ROWS: &[Row] = &[
    predicated("llvm.vp.add", Plain::Binary(O::Add)),
    predicated("llvm.vp.sub", Plain::Binary(O::Sub)),
    predicated("llvm.vp.mul", Plain::Binary(O::Mul)),
    predicated("llvm.vp.and", Plain::Binary(O::And)),
    predicated("llvm.vp.or", Plain::Binary(O::Or)),
    predicated("llvm.vp.xor", Plain::Binary(O::Xor)),
    predicated("llvm.vp.shl", Plain::Binary(O::Shl)),
    predicated("llvm.vp.lshr", Plain::Binary(O::LShr)),
    predicated("llvm.vp.ashr", Plain::Binary(O::AShr)),
    predicated("llvm.vp.fadd", Plain::Binary(O::FAdd)),
    predicated("llvm.vp.fsub", Plain::Binary(O::FSub)),
    predicated("llvm.vp.fmul", Plain::Binary(O::FMul)),
    predicated("llvm.vp.fdiv", Plain::Binary(O::FDiv)),
    predicated("llvm.vp.frem", Plain::Binary(O::FRem)),
    predicated("llvm.vp.udiv", Plain::Division(O::UDiv)),
    predicated("llvm.vp.sdiv", Plain::Division(O::SDiv)),
    predicated("llvm.vp.urem", Plain::Division(O::URem)),
    predicated("llvm.vp.srem", Plain::Division(O::SRem)),
    predicated("llvm.vp.trunc", Plain::Cast(O::Trunc)),
    predicated("llvm.vp.zext", Plain::Cast(O::ZExt)),
    predicated("llvm.vp.sext", Plain::Cast(O::SExt)),
    predicated("llvm.vp.ptrtoint", Plain::Cast(O::PtrToInt)),
    predicated("llvm.vp.inttoptr", Plain::Cast(O::IntToPtr)),
    predicated("llvm.vp.fpext", Plain::Cast(O::FpExt)),
    predicated("llvm.vp.fptrunc", Plain::Cast(O::FpTrunc)),
    predicated("llvm.vp.fptosi", Plain::Cast(O::FpToSi)),
    predicated("llvm.vp.fptoui", Plain::Cast(O::FpToUi)),
    predicated("llvm.vp.sitofp", Plain::Cast(O::SiToFp)),
    predicated("llvm.vp.uitofp", Plain::Cast(O::UiToFp)),
    predicated("llvm.vp.fneg", Plain::Negation),
    predicated("llvm.vp.icmp", Plain::Comparison),
    predicated("llvm.vp.fcmp", Plain::Comparison),
    predicated("llvm.vp.select", Plain::Select),
    predicated("llvm.vp.merge", Plain::Merge),
    predicated("llvm.vp.roundtozero", Plain::Intrinsic("llvm.trunc")),
    predicated("llvm.vp.cttz.elts", Plain::FirstLane),
    predicated("llvm.vp.load", Plain::Load("llvm.masked.load")),
    predicated("llvm.vp.gather", Plain::Load("llvm.masked.gather")),
    predicated("llvm.experimental.vp.strided.load", Plain::StridedLoad),
    predicated("llvm.experimental.vp.reverse", Plain::Reverse),
    predicated("llvm.experimental.vp.splice", Plain::Splice),
    rewritten("llvm.vp.load.ff", Rule::FirstLoad),
    rewritten("llvm.vp.store", Rule::PredicatedStore(PredicatedStore::Row)),
    rewritten("llvm.vp.scatter", Rule::PredicatedStore(PredicatedStore::Scatter)),
    rewritten("llvm.experimental.vp.strided.store", Rule::PredicatedStore(PredicatedStore::Strided)),
    instruction("llvm.vp.reduce.add", "llvm.vector.reduce.add", Neutral::Zero, O::Add),
    instruction("llvm.vp.reduce.mul", "llvm.vector.reduce.mul", Neutral::One, O::Mul),
    instruction("llvm.vp.reduce.and", "llvm.vector.reduce.and", Neutral::Ones, O::And),
    instruction("llvm.vp.reduce.or", "llvm.vector.reduce.or", Neutral::Zero, O::Or),
    instruction("llvm.vp.reduce.xor", "llvm.vector.reduce.xor", Neutral::Zero, O::Xor),
    intrinsic("llvm.vp.reduce.smin", "llvm.vector.reduce.smin", Neutral::Greatest, "llvm.smin"),
    intrinsic("llvm.vp.reduce.smax", "llvm.vector.reduce.smax", Neutral::Least, "llvm.smax"),
    intrinsic("llvm.vp.reduce.umin", "llvm.vector.reduce.umin", Neutral::Ones, "llvm.umin"),
    intrinsic("llvm.vp.reduce.umax", "llvm.vector.reduce.umax", Neutral::Zero, "llvm.umax"),
    intrinsic("llvm.vp.reduce.fmin", "llvm.vector.reduce.fmin", Neutral::Nan, "llvm.minnum"),
    intrinsic("llvm.vp.reduce.fmax", "llvm.vector.reduce.fmax", Neutral::Nan, "llvm.maxnum"),
    intrinsic("llvm.vp.reduce.fminimum", "llvm.vector.reduce.fminimum", Neutral::Infinity, "llvm.minimum"),
    intrinsic("llvm.vp.reduce.fmaximum", "llvm.vector.reduce.fmaximum", Neutral::NegativeInfinity, "llvm.maximum"),
    predicated("llvm.vp.reduce.fadd", Plain::ReduceFrom("llvm.vector.reduce.fadd", Neutral::NegativeZero)),
    predicated("llvm.vp.reduce.fmul", Plain::ReduceFrom("llvm.vector.reduce.fmul", Neutral::FloatOne)),
];

/// The row of the other predicated intrinsics, whose names end with the operation.
pub const FAMILY: Row = predicated("llvm.vp.", Plain::Named);

/// The row of the other experimental predicated intrinsics.
pub const EXPERIMENTAL: Row = predicated("llvm.experimental.vp.", Plain::Named);

const fn predicated(name: &'static str, plain: Plain) -> Row {
    rewritten(name, Rule::Predicated(plain))
}

const fn instruction(name: &'static str, whole: &'static str, neutral: Neutral, op: O) -> Row {
    predicated(name, Plain::Reduce(whole, neutral, Combine::Instruction(op)))
}

const fn intrinsic(name: &'static str, whole: &'static str, neutral: Neutral, combine: &'static str) -> Row {
    predicated(name, Plain::Reduce(whole, neutral, Combine::Intrinsic(combine)))
}
