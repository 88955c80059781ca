//! Facts of LLVM's intrinsics that decide whether a call is rewritten.

use super::exponents;
use crate::concepts::intrinsics::rows::{self, Row};
use crate::conventions::rules::{Plain, Rewritten, Rule};
use crate::legalize::kit::kinds::{is_bfloat, is_boolean};
use crate::llvm::{Type, Value};

/// Returns whether calls of an intrinsic are rewritten although its types may be legal.
pub fn is_always_rewritten(intrinsic: Value<'_>) -> bool {
    let Some(row) = rows::of(intrinsic) else { return false };
    match rewritten(intrinsic, row) {
        Rewritten::IfIllegal => false,
        Rewritten::Always => true,
        Rewritten::OnBooleans => intrinsic.param(0).is_some_and(|param| is_boolean(param.ty())),
        Rewritten::ToBooleans => intrinsic.function_type().and_then(Type::function_return).is_some_and(is_boolean),
        Rewritten::OfBooleanLength => intrinsic.param(2).is_some_and(|length| length.ty().is_int_of(1)),
        Rewritten::OtherExponents(exponent) => {
            intrinsic.function_type().is_some_and(|ty| exponents::is_other(ty, exponent))
        }
    }
}

/// Returns which calls of an intrinsic are rewritten. A constrained intrinsic without a row of its own is treated as
/// the plain one.
fn rewritten(intrinsic: Value<'_>, row: &Row) -> Rewritten {
    let plain = || rows::find(&rows::plain(intrinsic.intrinsic_name()?)?);
    match row.rule {
        Rule::Constrained(Plain::Named) => plain().map_or(row.rewritten, |plain| plain.rewritten),
        _ => row.rewritten,
    }
}

/// Returns whether an intrinsic computes with `bfloat`.
pub fn is_bfloat_computation(intrinsic: Value<'_>) -> bool {
    let Some(row) = rows::of(intrinsic) else { return false };
    let types = intrinsic.function_type().map(Type::function_params).unwrap_or_default();
    match row.rule {
        Rule::Reduce(_) => types.last().is_some_and(|ty| is_bfloat(*ty)),
        Rule::Constrained(_) => types.first().is_some_and(|ty| is_bfloat(*ty)),
        _ => row.computes() && types.first().is_some_and(|ty| is_bfloat(*ty)),
    }
}
