//! The predicated intrinsics, `llvm.vp.*`: operations on vectors of which only some lanes count.

use super::{Row, rewritten};
use crate::conventions::rules::{Combine, Neutral, Plain, PredicatedStore, Rule};
use crate::llvm::Opcode as O;

/// The intrinsics whose plain form is not the intrinsic of the same operation.
pub const ROWS: &[Row] = &[
    predicated("llvm.vp.add", Plain::Binary(O::LLVMAdd)),
    predicated("llvm.vp.sub", Plain::Binary(O::LLVMSub)),
    predicated("llvm.vp.mul", Plain::Binary(O::LLVMMul)),
    predicated("llvm.vp.and", Plain::Binary(O::LLVMAnd)),
    predicated("llvm.vp.or", Plain::Binary(O::LLVMOr)),
    predicated("llvm.vp.xor", Plain::Binary(O::LLVMXor)),
    predicated("llvm.vp.shl", Plain::Binary(O::LLVMShl)),
    predicated("llvm.vp.lshr", Plain::Binary(O::LLVMLShr)),
    predicated("llvm.vp.ashr", Plain::Binary(O::LLVMAShr)),
    predicated("llvm.vp.fadd", Plain::Binary(O::LLVMFAdd)),
    predicated("llvm.vp.fsub", Plain::Binary(O::LLVMFSub)),
    predicated("llvm.vp.fmul", Plain::Binary(O::LLVMFMul)),
    predicated("llvm.vp.fdiv", Plain::Binary(O::LLVMFDiv)),
    predicated("llvm.vp.frem", Plain::Binary(O::LLVMFRem)),
    predicated("llvm.vp.udiv", Plain::Division(O::LLVMUDiv)),
    predicated("llvm.vp.sdiv", Plain::Division(O::LLVMSDiv)),
    predicated("llvm.vp.urem", Plain::Division(O::LLVMURem)),
    predicated("llvm.vp.srem", Plain::Division(O::LLVMSRem)),
    predicated("llvm.vp.trunc", Plain::Cast(O::LLVMTrunc)),
    predicated("llvm.vp.zext", Plain::Cast(O::LLVMZExt)),
    predicated("llvm.vp.sext", Plain::Cast(O::LLVMSExt)),
    predicated("llvm.vp.ptrtoint", Plain::Cast(O::LLVMPtrToInt)),
    predicated("llvm.vp.inttoptr", Plain::Cast(O::LLVMIntToPtr)),
    predicated("llvm.vp.fpext", Plain::Cast(O::LLVMFPExt)),
    predicated("llvm.vp.fptrunc", Plain::Cast(O::LLVMFPTrunc)),
    predicated("llvm.vp.fptosi", Plain::Cast(O::LLVMFPToSI)),
    predicated("llvm.vp.fptoui", Plain::Cast(O::LLVMFPToUI)),
    predicated("llvm.vp.sitofp", Plain::Cast(O::LLVMSIToFP)),
    predicated("llvm.vp.uitofp", Plain::Cast(O::LLVMUIToFP)),
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
    instruction("llvm.vp.reduce.add", "llvm.vector.reduce.add", Neutral::Zero, O::LLVMAdd),
    instruction("llvm.vp.reduce.mul", "llvm.vector.reduce.mul", Neutral::One, O::LLVMMul),
    instruction("llvm.vp.reduce.and", "llvm.vector.reduce.and", Neutral::Ones, O::LLVMAnd),
    instruction("llvm.vp.reduce.or", "llvm.vector.reduce.or", Neutral::Zero, O::LLVMOr),
    instruction("llvm.vp.reduce.xor", "llvm.vector.reduce.xor", Neutral::Zero, O::LLVMXor),
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

/// The other predicated intrinsics: what follows this name is the operation.
pub const FAMILY: Row = predicated("llvm.vp.", Plain::Named);

/// The other predicated intrinsics that are experimental.
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
