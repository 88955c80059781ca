//! Folds calls of intrinsics with constant arguments.

use crate::draft::{Draft, Result, Type, Value};
use crate::types::TypeKind;

/// A function that computes the bits of a result from those of the arguments, given the width of a number.
type Compute = fn(&[u64], u32) -> u64;

/// Returns a number of `width` bits, sign-extended.
fn signed(bits: u64, width: u32) -> i64 {
    let free = 64 - width;
    (bits << free) as i64 >> free
}

fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

/// The intrinsics that are folded, by name without types: first for integers, then for floating point.
const ROWS: [(&str, Compute); 12] = [
    ("abs", |a, width| signed(first(a), width).unsigned_abs()),
    ("bitreverse", |a, width| first(a).reverse_bits() >> (64 - width)),
    ("bswap", |a, width| first(a).swap_bytes() >> (64 - width)),
    ("copysign", |a, width| first(a) & !sign(width) | second(a) & sign(width)),
    ("ctlz", |a, width| u64::from(first(a).leading_zeros() - (64 - width))),
    ("ctpop", |a, _| u64::from(first(a).count_ones())),
    ("cttz", |a, width| u64::from(first(a).trailing_zeros().min(width))),
    ("fabs", |a, width| first(a) & !sign(width)),
    ("smax", |a, width| if signed(first(a), width) > signed(second(a), width) { first(a) } else { second(a) }),
    ("smin", |a, width| if signed(first(a), width) < signed(second(a), width) { first(a) } else { second(a) }),
    ("umax", |a, _| first(a).max(second(a))),
    ("umin", |a, _| first(a).min(second(a))),
];

fn first(arguments: &[u64]) -> u64 {
    arguments.first().copied().unwrap_or(0)
}

fn second(arguments: &[u64]) -> u64 {
    arguments.get(1).copied().unwrap_or(0)
}

/// Returns the constant that a call of an intrinsic folds to.
pub(super) fn folded(call: Value<'_>) -> Option<Value<'_>> {
    let name = call.called_intrinsic()?;
    let (_, compute) = ROWS.iter().find(|row| row.0 == name)?;
    let arguments: Vec<_> = call.call_arguments().collect();
    // The last argument of `ctlz`, `cttz` and `abs` makes a zero or the smallest number poison.
    let is_poison = |values: &[u64], width: u32| {
        let zero = matches!(name, "ctlz" | "cttz") && first(values) == 0;
        let least = name == "abs" && first(values) == sign(width);
        (zero || least) && arguments.get(1).and_then(|flag| flag.integer()) == Some(1)
    };
    let of_part = |values: &[Value<'_>], ty: Type<'_>| -> Option<u64> {
        let width = width(ty)?;
        let bits: Option<Vec<u64>> = values.iter().map(|value| bits(*value)).collect();
        let bits = bits?;
        (!is_poison(&bits, width)).then(|| compute(&bits, width) & (u64::MAX >> (64 - width)))
    };
    let ty = call.ty();
    if ty.kind() != TypeKind::Vector {
        return constant(call.draft(), ty, of_part(&arguments, ty)?).ok();
    }
    let mut parts = Vec::new();
    for i in 0..usize::try_from(ty.size()).ok()? {
        let values: Option<Vec<_>> = arguments
            .iter()
            .map(
                |argument| if argument.ty().kind() == TypeKind::Vector { argument.element(i) } else { Some(*argument) },
            )
            .collect();
        parts.push(constant(call.draft(), ty.scalar(), of_part(&values?, ty.scalar())?).ok()?);
    }
    call.draft().const_aggregate(ty, &parts).ok()
}

/// Returns the width in bits of numbers of a type that can be folded.
fn width(ty: Type<'_>) -> Option<u32> {
    use TypeKind::*;
    match ty.kind() {
        Integer => u32::try_from(ty.size()).ok().filter(|width| (1..=64).contains(width)),
        Half | BFloat => Some(16),
        Float => Some(32),
        Double => Some(64),
        _ => None,
    }
}

fn constant<'d>(draft: &'d Draft, ty: Type<'d>, bits: u64) -> Result<Value<'d>> {
    if ty.kind() == TypeKind::Integer { draft.const_int(ty, &[bits]) } else { draft.const_float(ty, bits) }
}

/// Returns the bits of a constant number.
fn bits(value: Value<'_>) -> Option<u64> {
    use crate::constants::ConstantKind;
    width(value.ty())?;
    let row = value.constant_row().filter(|_| value.is_constant())?;
    match row.kind {
        ConstantKind::Integer | ConstantKind::Float => Some(row.data),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}
