//! Intrinsics on floating-point numbers.

use super::super::{constrained as rounded, float_classes, floats};
use super::{Row, custom, each, rewritten, row, with_op};
use crate::conventions::rules::{Bfloat, Exponent, KhronosForm as K, Plain, Rewritten, Rule};
use crate::llvm::Opcode as O;
use crate::state::{LowerIntrinsic, Lowering, Role};
use ::spirv::{Op, OpenClStd as Cl};

/// The rows of single intrinsics.
pub const ROWS: &[Row] = &[
    row("llvm.fmuladd", custom(floats::multiply_add)).by_element().bfloat(Bfloat::ProductAndSum),
    each("llvm.sqrt", Cl::sqrt, 1),
    each("llvm.fabs", Cl::fabs, 1).bfloat(Bfloat::Bits),
    each("llvm.floor", Cl::floor, 1),
    each("llvm.ceil", Cl::ceil, 1),
    each("llvm.trunc", Cl::trunc, 1),
    each("llvm.rint", Cl::rint, 1),
    each("llvm.nearbyint", Cl::rint, 1),
    each("llvm.roundeven", Cl::rint, 1),
    each("llvm.round", Cl::round, 1),
    each("llvm.sin", Cl::sin, 1),
    each("llvm.cos", Cl::cos, 1),
    each("llvm.tan", Cl::tan, 1),
    each("llvm.asin", Cl::asin, 1),
    each("llvm.acos", Cl::acos, 1),
    each("llvm.atan", Cl::atan, 1),
    each("llvm.atan2", Cl::atan2, 2),
    each("llvm.sinh", Cl::sinh, 1),
    each("llvm.cosh", Cl::cosh, 1),
    each("llvm.tanh", Cl::tanh, 1),
    each("llvm.exp", Cl::exp, 1),
    each("llvm.exp2", Cl::exp2, 1),
    each("llvm.exp10", Cl::exp10, 1),
    each("llvm.log", Cl::log, 1),
    each("llvm.log2", Cl::log2, 1),
    each("llvm.log10", Cl::log10, 1),
    each("llvm.pow", Cl::pow, 2),
    each("llvm.copysign", Cl::copysign, 2).bfloat(Bfloat::Bits),
    each("llvm.minnum", Cl::fmin, 2),
    each("llvm.maxnum", Cl::fmax, 2),
    // The Khronos translator has `fmin` and `fmax` for these, which look at neither NaN nor the sign of zero.
    row("llvm.minimumnum", custom(floats::minimum_number)).by_element(),
    row("llvm.maximumnum", custom(floats::maximum_number)).by_element(),
    row("llvm.minimum", custom(floats::minimum)).by_element(),
    row("llvm.maximum", custom(floats::maximum)).by_element(),
    row("llvm.canonicalize", custom(floats::canonicalize)).by_element(),
    row("llvm.powi", custom(floats::powi)).by_element().when(Rewritten::OtherExponents(Exponent::Counted)),
    row("llvm.ldexp", custom(floats::ldexp)).by_element().when(Rewritten::OtherExponents(Exponent::Taken)),
    row("llvm.frexp", custom(floats::frexp))
        .by_element_of_two()
        .when(Rewritten::OtherExponents(Exponent::Given))
        .khronos(K::FractionAndExponent)
        .role(Role::SecondResult),
    row("llvm.modf", custom(floats::modf)).by_element_of_two().khronos(K::FractionAndInteger).role(Role::SecondResult),
    row("llvm.sincos", custom(floats::sincos)).by_element_of_two().role(Role::SecondResult),
    row("llvm.sincospi", custom(floats::sincospi)).by_element_of_two(),
    row("llvm.is.fpclass", custom(float_classes::is_fpclass)).by_element(),
    row("llvm.fptosi.sat", custom(floats::to_signed_saturated))
        .by_element()
        .when(Rewritten::ToBooleans)
        .by(Rule::SaturatedConversion(true)),
    row("llvm.fptoui.sat", custom(floats::to_unsigned_saturated))
        .by_element()
        .when(Rewritten::ToBooleans)
        .by(Rule::SaturatedConversion(false)),
    whole("llvm.lrint", floats::lrint, "llvm.rint"),
    whole("llvm.llrint", floats::lrint, "llvm.rint"),
    whole("llvm.lround", floats::lround, "llvm.round"),
    whole("llvm.llround", floats::lround, "llvm.round"),
    row("llvm.fptrunc.round", custom(rounded::truncate)).by(Rule::RoundedTruncation),
    row("llvm.convert.to.fp16", custom(floats::to_half_bits)),
    row("llvm.convert.from.fp16", custom(floats::from_half_bits)),
];

/// The constrained intrinsics that are not lowered like the plain ones, or whose plain form is an LLVM instruction.
pub const CONSTRAINED_ROWS: &[Row] = &[
    constrained("llvm.experimental.constrained.fadd", Lowering::Core(Op::FAdd, 2), Plain::Binary(O::FAdd)),
    constrained("llvm.experimental.constrained.fsub", Lowering::Core(Op::FSub, 2), Plain::Binary(O::FSub)),
    constrained("llvm.experimental.constrained.fmul", Lowering::Core(Op::FMul, 2), Plain::Binary(O::FMul)),
    constrained("llvm.experimental.constrained.fdiv", custom(rounded::divide), Plain::Binary(O::FDiv)),
    constrained("llvm.experimental.constrained.frem", Lowering::Core(Op::FRem, 2), Plain::Binary(O::FRem)),
    constrained("llvm.experimental.constrained.sqrt", custom(rounded::square_root), Plain::Named),
    // Not `mad`, which may round as it likes.
    constrained("llvm.experimental.constrained.fmuladd", custom(floats::product_and_sum), Plain::Named),
    constrained("llvm.experimental.constrained.fptosi", Lowering::Core(Op::ConvertFToS, 1), Plain::Cast(O::FpToSi))
        .when(Rewritten::ToBooleans),
    constrained("llvm.experimental.constrained.fptoui", Lowering::Core(Op::ConvertFToU, 1), Plain::Cast(O::FpToUi))
        .when(Rewritten::ToBooleans),
    constrained("llvm.experimental.constrained.fpext", Lowering::Core(Op::FConvert, 1), Plain::Cast(O::FpExt)),
    constrained(
        "llvm.experimental.constrained.fptrunc",
        with_op(rounded::convert, Op::FConvert),
        Plain::Cast(O::FpTrunc),
    ),
    constrained(
        "llvm.experimental.constrained.sitofp",
        with_op(rounded::convert, Op::ConvertSToF),
        Plain::Cast(O::SiToFp),
    )
    .when(Rewritten::OnBooleans),
    constrained(
        "llvm.experimental.constrained.uitofp",
        with_op(rounded::convert, Op::ConvertUToF),
        Plain::Cast(O::UiToFp),
    )
    .when(Rewritten::OnBooleans),
    constrained("llvm.experimental.constrained.fcmp", custom(rounded::compare), Plain::Comparison),
    constrained("llvm.experimental.constrained.fcmps", custom(rounded::compare), Plain::Comparison),
];

/// The row of the other constrained intrinsics, whose names end with the operation.
pub const CONSTRAINED: Row =
    rewritten("llvm.experimental.constrained.", Rule::Constrained(Plain::Named)).when(Rewritten::IfIllegal);

const fn whole(name: &'static str, lower: LowerIntrinsic, rounding: &'static str) -> Row {
    row(name, custom(lower)).by_element().when(Rewritten::ToBooleans).by(Rule::Whole(rounding))
}

const fn constrained(name: &'static str, lowering: Lowering, plain: Plain) -> Row {
    row(name, lowering).by(Rule::Constrained(plain))
}
