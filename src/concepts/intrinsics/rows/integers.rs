//! Intrinsics on integers.

use super::super::{bits, integers};
use super::{Row, custom, each, rewritten, row};
use crate::conventions::rules::{Bits, KhronosForm as K, KhronosFunction as F, Rewritten, Rule};
use crate::llvm::{Opcode as O, Predicate as P};
use crate::state::{LowerIntrinsic, Lowering};
use ::spirv::{Op, OpenClStd as Cl};

/// The rows of single intrinsics.
pub const ROWS: &[Row] = &[
    each("llvm.smin", Cl::s_min, 2).any_width().by(Rule::Extreme(P::Slt)).khronos(K::Extreme(Op::SLessThan)),
    each("llvm.smax", Cl::s_max, 2).any_width().by(Rule::Extreme(P::Sgt)).khronos(K::Extreme(Op::SGreaterThan)),
    each("llvm.umin", Cl::u_min, 2).any_width().by(Rule::Extreme(P::Ult)).khronos(K::Extreme(Op::ULessThan)),
    each("llvm.umax", Cl::u_max, 2).any_width().by(Rule::Extreme(P::Ugt)).khronos(K::Extreme(Op::UGreaterThan)),
    each("llvm.abs", Cl::s_abs, 1).any_width().by(Rule::Absolute),
    row("llvm.ctpop", Lowering::Core(Op::BitCount, 1)).by_element().any_width().by(Rule::Bits(Bits::Ones)),
    each("llvm.ctlz", Cl::clz, 1).any_width().by(Rule::Bits(Bits::LeadingZeros)),
    each("llvm.cttz", Cl::ctz, 1).any_width().by(Rule::Bits(Bits::TrailingZeros)),
    row("llvm.bitreverse", custom(bits::reverse))
        .by_element()
        .by(Rule::Bits(Bits::Reverse))
        .khronos_function(F::ReverseBits),
    row("llvm.bswap", custom(bits::swap_bytes)).by_element().by(Rule::SwapBytes).khronos_function(F::SwapBytes),
    row("llvm.fshl", custom(bits::funnel_left)).by_element().by(Rule::Funnel(true)).khronos_function(F::Funnel(true)),
    row("llvm.fshr", custom(bits::funnel_right))
        .by_element()
        .by(Rule::Funnel(false))
        .khronos_function(F::Funnel(false)),
    each("llvm.uadd.sat", Cl::u_add_sat, 2).any_width().by(Rule::Saturating(O::Add, false)),
    each("llvm.sadd.sat", Cl::s_add_sat, 2).any_width().by(Rule::Saturating(O::Add, true)),
    each("llvm.usub.sat", Cl::u_sub_sat, 2).any_width().by(Rule::Saturating(O::Sub, false)),
    each("llvm.ssub.sat", Cl::s_sub_sat, 2).any_width().by(Rule::Saturating(O::Sub, true)),
    row("llvm.ushl.sat", custom(integers::shift_unsigned_saturated)).by_element().by(Rule::SaturatingShift(false)),
    row("llvm.sshl.sat", custom(integers::shift_signed_saturated)).by_element().by(Rule::SaturatingShift(true)),
    overflow("llvm.uadd.with.overflow", integers::add_unsigned, O::Add, false).khronos(K::Carry(Op::IAddCarry)),
    overflow("llvm.sadd.with.overflow", integers::add_signed, O::Add, true).khronos_function(F::AddSigned),
    overflow("llvm.usub.with.overflow", integers::subtract_unsigned, O::Sub, false).khronos(K::Carry(Op::ISubBorrow)),
    overflow("llvm.ssub.with.overflow", integers::subtract_signed, O::Sub, true),
    overflow("llvm.umul.with.overflow", integers::multiply_unsigned, O::Mul, false)
        .khronos_function(F::MultiplyUnsigned),
    overflow("llvm.smul.with.overflow", integers::multiply_signed, O::Mul, true),
    row("llvm.ucmp", custom(integers::compare_unsigned))
        .by_element()
        .by(Rule::ThreeWay(false))
        .khronos(K::ThreeWay(Op::ULessThan)),
    row("llvm.scmp", custom(integers::compare_signed))
        .by_element()
        .by(Rule::ThreeWay(true))
        .khronos(K::ThreeWay(Op::SLessThan)),
    product("llvm.smul.fix", true, false),
    product("llvm.umul.fix", false, false),
    product("llvm.smul.fix.sat", true, true),
    product("llvm.umul.fix.sat", false, true),
    quotient("llvm.sdiv.fix", true, false),
    quotient("llvm.udiv.fix", false, false),
    quotient("llvm.sdiv.fix.sat", true, true),
    quotient("llvm.udiv.fix.sat", false, true),
    rewritten("llvm.clmul", Rule::CarrylessProduct),
];

const fn overflow(name: &'static str, lower: LowerIntrinsic, op: O, signed: bool) -> Row {
    row(name, custom(lower)).when(Rewritten::OnBooleans).by(Rule::WithOverflow(op, signed))
}

const fn product(name: &'static str, signed: bool, saturates: bool) -> Row {
    rewritten(name, Rule::FixedPoint { signed, is_product: true, saturates })
}

const fn quotient(name: &'static str, signed: bool, saturates: bool) -> Row {
    rewritten(name, Rule::FixedPoint { signed, is_product: false, saturates })
}
