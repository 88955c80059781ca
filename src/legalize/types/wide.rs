//! Arithmetic on integers of more than 64 bits, expanded into limbs: each limb is a scalar, or, for a vector, a vector
//! with that limb of each lane.

use super::action::Numbers;
use super::integers::{Limbs, clean, is_signed};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Opcode, Predicate, Type, TypeKind, Value};

/// Emits a binary operation other than a division.
pub fn binary<'m>(e: &Emit<'m>, op: Opcode, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>, bits: u32) -> Result<Vec<Value<'m>>> {
    let limbs = match op {
        Opcode::And | Opcode::Or | Opcode::Xor => a.iter().zip(b).map(|(a, b)| e.binary(op, *a, *b)).collect(),
        Opcode::Add => add(e, a, b),
        Opcode::Sub => subtract(e, a, b),
        Opcode::Mul => multiply(e, a, b),
        Opcode::Shl => shift_left(e, a, low(b)?),
        Opcode::LShr => {
            let zero = e.int(low(a)?.ty(), 0)?;
            shift_right(e, a, low(b)?, zero)
        }
        Opcode::AShr => {
            let (a, sign) = with_sign(e, a, bits)?;
            shift_right(e, &a, low(b)?, sign)
        }
        _ => Err(Error::internal(format!("{op:?} in limbs"))),
    };
    clean(e, limbs?, bits)
}

fn low<'m>(limbs: Limbs<'_, 'm>) -> Result<Value<'m>> {
    limbs.first().copied().ok_or_else(|| Error::internal("an integer without limbs"))
}

/// Zero-extends an `i1` to a limb.
fn carry<'m>(e: &Emit<'m>, bit: Value<'m>, like: Value<'m>) -> Result<Value<'m>> {
    e.resize(bit, like.ty().scalar(), false)
}

/// Returns the limbs, sign-extended above the width, and a limb filled with the sign.
pub fn with_sign<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>, bits: u32) -> Result<(Vec<Value<'m>>, Value<'m>)> {
    let mut all = limbs.to_vec();
    let below = 64 * (all.len() as u32).saturating_sub(1);
    let last = all.last_mut().ok_or_else(|| Error::internal("an integer without limbs"))?;
    *last = e.sign_extended(*last, bits.saturating_sub(below))?;
    let sign = e.with(Opcode::AShr, *last, 63)?;
    Ok((all, sign))
}

fn add<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>) -> Result<Vec<Value<'m>>> {
    let mut sum = a.to_vec();
    for (place, b) in b.iter().enumerate() {
        add_at(e, &mut sum, place, *b)?;
    }
    Ok(sum)
}

/// Adds a value to the limb at `place`, and propagates the carry.
fn add_at<'m>(e: &Emit<'m>, sum: &mut [Value<'m>], place: usize, addend: Value<'m>) -> Result<()> {
    let mut addend = addend;
    for limb in sum.iter_mut().skip(place) {
        let new = e.binary(Opcode::Add, *limb, addend)?;
        let overflows = e.compare(Predicate::Ult, new, addend)?;
        *limb = new;
        addend = carry(e, overflows, new)?;
        if addend.is_null() {
            break;
        }
    }
    Ok(())
}

/// Emits a subtraction.
pub fn subtract<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>) -> Result<Vec<Value<'m>>> {
    let mut borrow: Option<Value<'m>> = None;
    let mut difference = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let first = e.binary(Opcode::Sub, *a, *b)?;
        let mut borrows = e.compare(Predicate::Ult, *a, *b)?;
        let mut limb = first;
        if let Some(borrow) = borrow {
            let again = e.compare(Predicate::Ult, first, borrow)?;
            limb = e.binary(Opcode::Sub, first, borrow)?;
            borrows = e.binary(Opcode::Or, borrows, again)?;
        }
        borrow = Some(carry(e, borrows, limb)?);
        difference.push(limb);
    }
    Ok(difference)
}

/// Emits a negation.
pub fn negate<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>) -> Result<Vec<Value<'m>>> {
    let zero = e.int(low(a)?.ty(), 0)?;
    subtract(e, &vec![zero; a.len()], a)
}

fn multiply<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>) -> Result<Vec<Value<'m>>> {
    let mut product = vec![e.int(low(a)?.ty(), 0)?; a.len()];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate().take(product.len() - i) {
            add_at(e, &mut product, i + j, e.binary(Opcode::Mul, *a, *b)?)?;
            if i + j + 1 < product.len() {
                add_at(e, &mut product, i + j + 1, high_product(e, *a, *b)?)?;
            }
        }
    }
    Ok(product)
}

/// Computes the upper half of the product of two limbs from products of 32-bit halves.
fn high_product<'m>(e: &Emit<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    let upper = |v| e.with(Opcode::LShr, v, 32);
    let times = |a, b| e.binary(Opcode::Mul, a, b);
    let plus = |a, b| e.binary(Opcode::Add, a, b);
    let (a_low, a_high, b_low, b_high) = (e.mask(a, 32)?, upper(a)?, e.mask(b, 32)?, upper(b)?);
    let first = plus(times(a_high, b_low)?, upper(times(a_low, b_low)?)?)?;
    let second = plus(times(a_low, b_high)?, e.mask(first, 32)?)?;
    plus(plus(times(a_high, b_high)?, upper(first)?)?, upper(second)?)
}

/// Selects `yes` where the bit `bit` of `amount` is set, else `no`, limb by limb.
fn choose<'m>(
    e: &Emit<'m>,
    amount: Value<'m>,
    bit: u64,
    yes: &[Value<'m>],
    no: &[Value<'m>],
) -> Result<Vec<Value<'m>>> {
    let masked = e.with(Opcode::And, amount, bit)?;
    let condition = e.compare(Predicate::Ne, masked, e.int(amount.ty(), 0)?)?;
    yes.iter().zip(no).map(|(yes, no)| select(e, condition, *yes, *no)).collect()
}

fn select<'m>(e: &Emit<'m>, condition: Value<'m>, yes: Value<'m>, no: Value<'m>) -> Result<Value<'m>> {
    let known = condition.ty().is_vector().then(|| condition.aggregate_element(0)).flatten();
    match known.filter(|bit| (1..condition.ty().count() as u32).all(|i| condition.aggregate_element(i) == Some(*bit))) {
        Some(bit) => e.select(bit, yes, no),
        None => e.select(condition, yes, no),
    }
}

fn shift_left<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, amount: Value<'m>) -> Result<Vec<Value<'m>>> {
    let zero = e.int(low(a)?.ty(), 0)?;
    let mut limbs = a.to_vec();
    let mut words = 1;
    while words < limbs.len() {
        let mut moved = vec![zero; words];
        moved.extend_from_slice(limbs.get(..limbs.len() - words).unwrap_or_default());
        limbs = choose(e, amount, 64 * words as u64, &moved, &limbs)?;
        words *= 2;
    }
    let (by, rest) = within_limb(e, amount)?;
    let mut below = zero;
    for limb in &mut limbs {
        let high = e.binary(Opcode::Shl, *limb, by)?;
        let low = e.binary(Opcode::LShr, e.with(Opcode::LShr, below, 1)?, rest)?;
        below = std::mem::replace(limb, e.binary(Opcode::Or, high, low)?);
    }
    Ok(limbs)
}

fn shift_right<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, amount: Value<'m>, fill: Value<'m>) -> Result<Vec<Value<'m>>> {
    let mut limbs = a.to_vec();
    let mut words = 1;
    while words < limbs.len() {
        let mut moved = limbs.get(words..).unwrap_or_default().to_vec();
        moved.resize(limbs.len(), fill);
        limbs = choose(e, amount, 64 * words as u64, &moved, &limbs)?;
        words *= 2;
    }
    let (by, rest) = within_limb(e, amount)?;
    let mut above = fill;
    for limb in limbs.iter_mut().rev() {
        let low = e.binary(Opcode::LShr, *limb, by)?;
        let high = e.binary(Opcode::Shl, e.with(Opcode::Shl, above, 1)?, rest)?;
        above = std::mem::replace(limb, e.binary(Opcode::Or, high, low)?);
    }
    Ok(limbs)
}

/// Returns the amount of a shift modulo 64, and 63 minus this amount.
fn within_limb<'m>(e: &Emit<'m>, amount: Value<'m>) -> Result<(Value<'m>, Value<'m>)> {
    let by = e.with(Opcode::And, amount, 63)?;
    Ok((by, e.with(Opcode::Xor, by, 63)?))
}

/// Emits an `icmp`.
pub fn compare<'m>(
    e: &Emit<'m>,
    predicate: Predicate,
    a: Limbs<'_, 'm>,
    b: Limbs<'_, 'm>,
    bits: u32,
) -> Result<Value<'m>> {
    use Predicate as P;
    if matches!(predicate, P::Eq | P::Ne) {
        return equal(e, predicate, a, b);
    }
    let (a, b) = match predicate {
        P::Ugt | P::Ule | P::Sgt | P::Sle => (b, a),
        _ => (a, b),
    };
    let less = match is_signed(predicate) {
        true => less(e, &with_sign(e, a, bits)?.0, &with_sign(e, b, bits)?.0, P::Slt)?,
        false => less(e, a, b, P::Ult)?,
    };
    match predicate {
        P::Uge | P::Ule | P::Sge | P::Sle => e.with(Opcode::Xor, less, 1),
        _ => Ok(less),
    }
}

fn equal<'m>(e: &Emit<'m>, predicate: Predicate, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>) -> Result<Value<'m>> {
    let mut differs = e.int(low(a)?.ty(), 0)?;
    for (a, b) in a.iter().zip(b) {
        differs = e.binary(Opcode::Or, differs, e.binary(Opcode::Xor, *a, *b)?)?;
    }
    e.compare(predicate, differs, e.int(differs.ty(), 0)?)
}

/// `a < b`, where `top` compares the highest limbs.
pub fn less<'m>(e: &Emit<'m>, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>, top: Predicate) -> Result<Value<'m>> {
    let mut result: Option<Value<'m>> = None;
    let last = a.len().saturating_sub(1);
    for (place, (a, b)) in a.iter().zip(b).enumerate() {
        let here = e.compare(if place == last { top } else { Predicate::Ult }, *a, *b)?;
        result = Some(match result {
            None => here,
            Some(below) => {
                let same = e.compare(Predicate::Eq, *a, *b)?;
                e.binary(Opcode::Or, here, e.binary(Opcode::And, same, below)?)?
            }
        });
    }
    result.ok_or_else(|| Error::internal("an integer without limbs"))
}

/// Converts an integer to a floating-point number: the highest 64 bits, with the lower bits as one sticky bit, are
/// rounded once and then scaled.
pub fn to_float<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>, bits: u32, ty: Type<'m>, signed: bool) -> Result<Value<'m>> {
    // A half that is not infinite comes from an integer that a float holds exactly.
    if ty.kind() == TypeKind::Half {
        let float = to_float(e, limbs, bits, e.context.float_type(), signed)?;
        return e.cast(Opcode::FpTrunc, float, e.like(float.ty(), ty)?);
    }
    if !signed {
        return magnitude_to_float(e, limbs, ty);
    }
    let (limbs, sign) = with_sign(e, limbs, bits)?;
    let negative = e.compare(Predicate::Ne, sign, e.int(sign.ty(), 0)?)?;
    let negated = negate(e, &limbs)?;
    let pairs = limbs.iter().zip(&negated);
    let magnitude = pairs.map(|(limb, negated)| e.select(negative, *negated, *limb)).collect::<Result<Vec<_>>>()?;
    let float = magnitude_to_float(e, &magnitude, ty)?;
    e.select(negative, e.builder.fneg(float)?, float)
}

fn magnitude_to_float<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>, ty: Type<'m>) -> Result<Value<'m>> {
    let zeros = leading_zeros(e, limbs)?;
    let shifted = shift_left(e, limbs, zeros)?;
    let (top, rest) = shifted.split_last().ok_or_else(|| Error::internal("an integer without limbs"))?;
    let mut lost = e.int(top.ty(), 0)?;
    for limb in rest {
        lost = e.binary(Opcode::Or, lost, *limb)?;
    }
    let sticky = carry(e, e.compare(Predicate::Ne, lost, e.int(lost.ty(), 0)?)?, *top)?;
    let number = e.binary(Opcode::Or, *top, sticky)?;
    let float = e.cast(Opcode::UiToFp, number, e.like(number.ty(), ty)?)?;
    let exponent = e.int(zeros.ty(), 64 * (limbs.len() as u64 - 1))?;
    let exponent = e.resize(e.binary(Opcode::Sub, exponent, zeros)?, e.context.int_type(32)?, true)?;
    e.builder.call_intrinsic("llvm.ldexp", float.ty(), &[float, exponent])
}

/// Returns the number of zeros above the highest bit that is set.
pub fn leading_zeros<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>) -> Result<Value<'m>> {
    let no_poison = e.context.const_int(e.context.bool_type(), 0)?;
    let mut count = e.int(low(limbs)?.ty(), 64 * limbs.len() as u64)?;
    for (above, limb) in (0..limbs.len()).rev().zip(limbs) {
        let here = e.builder.call_intrinsic("llvm.ctlz", limb.ty(), &[*limb, no_poison])?;
        let here = e.with(Opcode::Add, here, 64 * above as u64)?;
        let is_zero = e.compare(Predicate::Eq, *limb, e.int(limb.ty(), 0)?)?;
        count = e.select(is_zero, count, here)?;
    }
    Ok(count)
}

/// Converts a floating-point number to an integer, limb by limb from the top; each step is exact.
pub fn from_float<'m>(e: &Emit<'m>, v: Value<'m>, to: &Numbers<'m>, signed: bool) -> Result<Vec<Value<'m>>> {
    let zero = e.context.const_null(v.ty())?;
    let negative = e.builder.compare_float(crate::llvm::Predicate::Olt, v, zero)?;
    let mut left = if signed { e.select(negative, e.builder.fneg(v)?, v)? } else { v };
    let long = e.int_like(v.ty(), 64)?;
    let mut limbs = vec![e.int(long, 0)?; to.limbs];
    for (place, limb) in limbs.iter_mut().enumerate().rev() {
        let Some((down, up)) = scales(e, v.ty(), 64 * place as u32)? else { continue };
        let part = if place == 0 { left } else { e.builder.binary(Opcode::FMul, left, down)? };
        *limb = e.builder.cast(Opcode::FpToUi, part, long)?;
        if place != 0 {
            let whole = e.builder.cast(Opcode::UiToFp, *limb, v.ty())?;
            let whole = e.builder.binary(Opcode::FMul, whole, up)?;
            left = e.builder.binary(Opcode::FSub, left, whole)?;
        }
    }
    if signed {
        let negated = negate(e, &limbs)?;
        let pairs = limbs.iter().zip(negated);
        limbs = pairs.map(|(limb, negated)| e.select(negative, negated, *limb)).collect::<Result<_>>()?;
    }
    clean(e, limbs, to.width)
}

/// Returns 2 to the power of `-exponent` and of `exponent`; `None` if the latter is out of range.
fn scales<'m>(e: &Emit<'m>, ty: Type<'m>, exponent: u32) -> Result<Option<(Value<'m>, Value<'m>)>> {
    let (bias, mantissa) = match ty.scalar().kind() {
        TypeKind::BFloat => (127, 7),
        TypeKind::Half => (15, 10),
        TypeKind::Float => (127, 23),
        TypeKind::Double => (1023, 52),
        _ => return Err(Error::of(Code::Instruction, format!("conversions of {ty} to integers so wide"))),
    };
    if exponent > bias {
        return Ok(None);
    }
    let power = |biased: u32| {
        let scalar = e.context.const_float_bits(ty.scalar(), u64::from(biased) << mantissa)?;
        e.splat(scalar, ty)
    };
    Ok(Some((power(bias - exponent)?, power(bias + exponent)?)))
}

/// Reduces a `switch` on a wide integer to one on a legal type: returns the new selector, and the value of each case.
pub fn switch<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>, cases: &[Vec<Value<'m>>]) -> Result<(Value<'m>, Vec<Value<'m>>)> {
    let high = |case: &Vec<Value<'m>>| case.get(1..).map(<[_]>::to_vec);
    let first = cases.first().and_then(high);
    let (Some(first), Some((lowest, rest))) = (first.as_ref(), limbs.split_first()) else {
        return Ok((low(limbs)?, Vec::new()));
    };
    if !cases.iter().all(|case| high(case).as_ref() == Some(first)) {
        return switch_by_number(e, limbs, cases);
    }
    // The limbs above the lowest must be those of all cases, else a number that no case has says so.
    let values = cases.iter().map(|case| low(case)).collect::<Result<Vec<_>>>()?;
    let taken: rustc_hash::FxHashSet<_> = values.iter().filter_map(|v| v.int_value()).collect();
    let free = (0..).find(|number| !taken.contains(number)).unwrap_or_default();
    let fits = equal(e, Predicate::Eq, rest, first)?;
    Ok((e.select(fits, *lowest, e.int(lowest.ty(), free)?)?, values))
}

/// Reduces a `switch` to one on the index of the matching case.
fn switch_by_number<'m>(
    e: &Emit<'m>,
    limbs: Limbs<'_, 'm>,
    cases: &[Vec<Value<'m>>],
) -> Result<(Value<'m>, Vec<Value<'m>>)> {
    let word = e.context.int_type(32)?;
    let mut decides = e.int(word, cases.len() as u64)?;
    let mut values = Vec::with_capacity(cases.len());
    for (number, case) in (0..).zip(cases) {
        let number = e.int(word, number)?;
        decides = e.select(equal(e, Predicate::Eq, limbs, case)?, number, decides)?;
        values.push(number);
    }
    Ok((decides, values))
}
