//! Simplifies arithmetic and comparisons to an operand or a constant.

use super::rules::{Shape, operands_of, predicate};
use crate::draft::{Value, ValueKind};
use crate::fold;
use crate::global::{GlobalKind, Linkage};
use crate::instruction::{Opcode, Predicate, flag};

/// A rule for a binary operator: returns the simplified value, given one operand and the other.
type Rule = for<'d> fn(&Shape<'d>, Value<'d>, Value<'d>) -> Option<Value<'d>>;

use Opcode::*;

/// The rules for each opcode, in order. The rules of a commutative opcode are tried with both orders of operands.
const ROWS: &[(Opcode, &[Rule])] = &[
    (Add, &[undef_of, zero_changes_nothing, taken_again, with_inverse]),
    (Sub, &[undef_of, zero_changes_nothing, same_is_zero, added_before, taken_from_itself]),
    (Mul, &[undef_is_zero, zero_stays, one_changes_nothing, divided_before]),
    (
        UDiv,
        &[
            divided_by_nothing,
            zero_on_the_left,
            same_is_one,
            one_changes_nothing,
            multiplied_before,
            booleans_are_divided,
        ],
    ),
    (
        SDiv,
        &[
            divided_by_nothing,
            zero_on_the_left,
            same_is_one,
            one_changes_nothing,
            multiplied_before,
            booleans_are_divided,
        ],
    ),
    (URem, &[divided_by_nothing, zero_on_the_left, same_is_zero, nothing_is_left, done_before]),
    (SRem, &[divided_by_nothing, zero_on_the_left, same_is_zero, nothing_is_left, done_before]),
    (Shl, &[too_far, zero_changes_nothing, zero_on_the_left, shifted_back]),
    (LShr, &[too_far, zero_changes_nothing, zero_on_the_left, same_is_zero, shifted_back]),
    (AShr, &[too_far, zero_changes_nothing, zero_on_the_left, same_is_zero, ones_on_the_left, shifted_back]),
    (And, &[undef_is_zero, same, zero_stays, ones_change_nothing, inverse_is_zero, absorbed]),
    (Or, &[undef_is_ones, same, zero_changes_nothing, ones_stay, with_inverse, absorbed]),
    (Xor, &[undef_of, zero_changes_nothing, same_is_zero, with_inverse, done_and_undone]),
    (FAdd, &[not_a_number, minus_zero_changes_nothing]),
    (FSub, &[not_a_number, zero_is_not_taken]),
    (FMul, &[not_a_number, float_one_changes_nothing]),
    (FDiv, &[not_a_number, float_one_changes_nothing]),
    (FRem, &[not_a_number]),
];

pub(super) fn binary<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if a.is_poison() || b.is_poison() {
        return shape.draft.const_poison(a.ty()).ok();
    }
    let (_, rules) = ROWS.iter().find(|(opcode, _)| *opcode == shape.opcode)?;
    let exchanged = fold::is_commutative(shape.opcode);
    rules.iter().find_map(|rule| {
        let found = rule(shape, a, b);
        found.or_else(|| if exchanged { rule(shape, b, a) } else { None })
    })
}

fn zero<'d>(a: Value<'d>) -> Option<Value<'d>> {
    a.draft().const_null(a.ty()).ok()
}

fn undef_of<'d>(_: &Shape<'d>, _: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_undef().then_some(b)
}

fn undef_is_zero<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if b.is_undef() { zero(a) } else { None }
}

fn undef_is_ones<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if b.is_undef() { a.draft().const_ones(a.ty()) } else { None }
}

fn zero_changes_nothing<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_zero().then_some(a)
}

fn zero_stays<'d>(_: &Shape<'d>, _: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_zero().then_some(b)
}

fn ones_stay<'d>(_: &Shape<'d>, _: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_ones().then_some(b)
}

fn ones_change_nothing<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_ones().then_some(a)
}

fn one_changes_nothing<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    b.is_one().then_some(a)
}

fn same<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    (a == b).then_some(a)
}

/// Folds `x - x`, `x ^ x` and `x % x` to zero, and so a shift of a value by itself, which is zero or poison.
fn same_is_zero<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if a == b { zero(a) } else { None }
}

fn same_is_one<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let draft = a.draft();
    if a != b || a.ty().scalar() != a.ty() {
        return None;
    }
    draft.const_int(a.ty(), &[1]).ok()
}

/// Folds `(b - a) + a` and `a + (b - a)` to `b`.
fn taken_again<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    match *operands_of(b, Sub)?.as_slice() {
        [x, y] if y == a => Some(x),
        _ => None,
    }
}

/// Folds `(x + b) - b` to `x`.
fn added_before<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    match *operands_of(a, Add)?.as_slice() {
        [x, y] if y == b => Some(x),
        [x, y] if x == b => Some(y),
        _ => None,
    }
}

/// Folds `a - (a - y)` to `y`.
fn taken_from_itself<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    match *operands_of(b, Sub)?.as_slice() {
        [x, y] if x == a => Some(y),
        _ => None,
    }
}

fn is_inverse<'d>(a: Value<'d>, b: Value<'d>) -> bool {
    match operands_of(b, Xor).as_deref() {
        Some(&[x, y]) => x == a && y.is_ones() || y == a && x.is_ones(),
        _ => false,
    }
}

/// Folds `a + ~a`, `a | ~a` and `a ^ ~a` to all ones.
fn with_inverse<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if is_inverse(a, b) { a.draft().const_ones(a.ty()) } else { None }
}

fn inverse_is_zero<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if is_inverse(a, b) { zero(a) } else { None }
}

/// Folds `a & (a | y)` and `a | (a & y)` to `a`.
fn absorbed<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let other = if shape.opcode == And { Or } else { And };
    operands_of(b, other)?.contains(&a).then_some(a)
}

/// Folds `a ^ (a ^ y)` to `y`.
fn done_and_undone<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    match *operands_of(b, Xor)?.as_slice() {
        [x, y] if x == a => Some(y),
        [x, y] if y == a => Some(x),
        _ => None,
    }
}

/// Folds `(x / b) * b` to `x` if the division is exact.
fn divided_before<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let parts = operands_of(a, UDiv).or_else(|| operands_of(a, SDiv))?;
    match *parts.as_slice() {
        [x, y] if y == b && a.flags() & flag::EXACT != 0 => Some(x),
        _ => None,
    }
}

/// Folds `(x * b) / b` to `x` if the multiplication does not overflow.
fn multiplied_before<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let flag = if shape.opcode == SDiv { flag::NSW } else { flag::NUW };
    if a.flags() & flag == 0 {
        return None;
    }
    match *operands_of(a, Mul)?.as_slice() {
        [x, y] if y == b => Some(x),
        [x, y] if x == b => Some(y),
        _ => None,
    }
}

fn divided_by_nothing<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if b.is_zero() || b.is_undef() { a.draft().const_poison(a.ty()).ok() } else { None }
}

fn zero_on_the_left<'d>(_: &Shape<'d>, a: Value<'d>, _: Value<'d>) -> Option<Value<'d>> {
    if a.is_zero() || a.is_undef() { zero(a) } else { None }
}

fn ones_on_the_left<'d>(_: &Shape<'d>, a: Value<'d>, _: Value<'d>) -> Option<Value<'d>> {
    a.is_ones().then_some(a)
}

fn is_boolean(value: Value<'_>) -> bool {
    value.ty().scalar().size() == 1
}

/// Folds a division of `i1`, whose divisor can only be 1.
fn booleans_are_divided<'d>(_: &Shape<'d>, a: Value<'d>, _: Value<'d>) -> Option<Value<'d>> {
    is_boolean(a).then_some(a)
}

fn nothing_is_left<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    if b.is_one() || is_boolean(a) { zero(a) } else { None }
}

/// Folds `(x % b) % b` to `x % b`.
fn done_before<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    (operands_of(a, shape.opcode)?.get(1) == Some(&b)).then_some(a)
}

fn too_far<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let draft = a.draft();
    (b.is_undef() || is_too_far(b)).then(|| draft.const_poison(a.ty()).ok()).flatten()
}

fn is_too_far(by: Value<'_>) -> bool {
    let draft = by.draft();
    let by = draft.splat_element(by).unwrap_or(by);
    let ty = by.ty();
    // An integer type that cannot represent its own width has no excessive shift amounts.
    let holds = ty.size() >= 64 || ty.size() < 1 << ty.size();
    let Ok(bits) = draft.const_int(ty, &[ty.size()]) else { return false };
    let far = draft.fold_compare(Predicate::Uge, by, bits);
    by.is_constant() && holds && far.is_some_and(Value::is_ones)
}

/// Folds `(x >> b) << b` and `(x << b) >> b` to `x` if the flags exclude lost bits.
fn shifted_back<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let first = a.opcode()?;
    let wanted = match (first, shape.opcode) {
        (LShr | AShr, Shl) => flag::EXACT,
        (Shl, LShr) => flag::NUW,
        (Shl, AShr) => flag::NSW,
        _ => return None,
    };
    match *operands_of(a, first)?.as_slice() {
        [x, y] if y == b && a.flags() & wanted != 0 => Some(x),
        _ => None,
    }
}

const NNAN: u16 = 2;
const NSZ: u16 = 8;

/// Returns the bits of a floating-point number, or of the element of a splat vector, and their number.
fn float_bits(value: Value<'_>) -> Option<(u64, u64)> {
    let element = value.draft().splat_element(value).unwrap_or(value);
    let width = match element.ty().kind() {
        crate::types::TypeKind::Half | crate::types::TypeKind::BFloat => 16,
        crate::types::TypeKind::Float => 32,
        crate::types::TypeKind::Double => 64,
        _ => return None,
    };
    Some((element.constant_row()?.data, width)).filter(|_| element.is_zero() || is_float_constant(element))
}

fn is_float_constant(value: Value<'_>) -> bool {
    value.kind() == ValueKind::Constant(crate::constants::ConstantKind::Float)
}

fn not_a_number<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let draft = a.draft();
    for value in [a, b] {
        let nan = is_nan(value);
        if value.is_undef() || nan {
            if shape.instruction.flags() & NNAN != 0 {
                return draft.const_poison(a.ty()).ok();
            }
            // The NaN is made quiet, as the operation does.
            return draft.fold_binary(FAdd, value, value).filter(|_| nan);
        }
    }
    None
}

fn is_nan(value: Value<'_>) -> bool {
    let unordered = value.draft().fold_compare(Predicate::Uno, value, value);
    value.is_constant() && float_bits(value).is_some() && unordered.is_some_and(|boolean| boolean.is_ones())
}

fn is_minus_zero(value: Value<'_>) -> bool {
    float_bits(value).is_some_and(|(bits, width)| bits == 1 << (width - 1))
}

fn minus_zero_changes_nothing<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let zero = shape.instruction.flags() & NSZ != 0 && b.is_zero();
    (is_minus_zero(b) || zero).then_some(a)
}

fn zero_is_not_taken<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let minus = shape.instruction.flags() & NSZ != 0 && is_minus_zero(b);
    if b.is_zero() || minus {
        return Some(a);
    }
    let nothing = a == b && shape.instruction.flags() & NNAN != 0;
    if nothing { zero(a) } else { None }
}

fn float_one_changes_nothing<'d>(_: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    let (bits, width) = float_bits(b)?;
    let one = match b.ty().scalar().kind() {
        crate::types::TypeKind::Half => 0x3c00,
        crate::types::TypeKind::BFloat => 0x3f80,
        _ if width == 32 => 0x3f80_0000,
        _ => 0x3ff0_0000_0000_0000,
    };
    (bits == one).then_some(a)
}

pub(super) fn comparison<'d>(shape: &Shape<'d>, a: Value<'d>, b: Value<'d>) -> Option<Value<'d>> {
    use Predicate::*;
    let (draft, wanted) = (shape.draft, predicate(shape.instruction)?);
    let boolean = |holds: bool| draft.const_boolean(a.ty(), holds);
    // A constant is moved to the right.
    let (a, b, wanted) = if a.is_constant() && !b.is_constant() { (b, a, wanted.swapped()) } else { (a, b, wanted) };
    if a.is_poison() || b.is_poison() {
        return draft.const_poison(shape.instruction.ty()).ok();
    }
    if !wanted.is_integer() {
        return compare_floats(wanted, a, b).and_then(boolean);
    }
    if a == b {
        return boolean(wanted.holds_for_equal());
    }
    if b.is_undef() {
        let either = matches!(wanted, Eq | Ne);
        return if either { draft.undef(shape.instruction.ty()).ok() } else { boolean(wanted.holds_for_equal()) };
    }
    if is_boolean(a) && a.ty().scalar().kind() == crate::types::TypeKind::Integer {
        let is_it = matches!(wanted, Ne | Ugt | Slt) && b.is_zero() || matches!(wanted, Eq | Uge | Sle) && b.is_ones();
        if is_it {
            return Some(a);
        }
    }
    match wanted {
        Ult if b.is_zero() => boolean(false),
        Uge if b.is_zero() => boolean(true),
        Ugt if b.is_ones() => boolean(false),
        Ule if b.is_ones() => boolean(true),
        Eq | Ne if b.is_zero() && is_somewhere(a) => boolean(wanted == Ne),
        Ugt | Ule if b.is_zero() && is_somewhere(a) => boolean(wanted == Ugt),
        _ => None,
    }
}

fn compare_floats(wanted: Predicate, a: Value<'_>, b: Value<'_>) -> Option<bool> {
    use Predicate::*;
    match wanted {
        FalseF => Some(false),
        TrueF => Some(true),
        // An `undef` operand may be NaN.
        _ if b.is_undef() || is_nan(b) => Some(wanted as u8 & 8 != 0),
        Ueq | FUge | FUle if a == b => Some(true),
        One | Ogt | Olt if a == b => Some(false),
        _ => None,
    }
}

/// Returns whether an address is certainly not null.
fn is_somewhere(value: Value<'_>) -> bool {
    let space = value.ty().size();
    if value.ty().kind() != crate::types::TypeKind::Pointer || space != 0 {
        return false;
    }
    let weak = || value.with_global(|global| global.linkage == Linkage::ExternalWeak).unwrap_or(true);
    match value.kind() {
        ValueKind::Instruction(Alloca) => true,
        ValueKind::Global(GlobalKind::Variable | GlobalKind::Function) => !weak(),
        _ => false,
    }
}
