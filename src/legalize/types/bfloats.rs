//! `bfloat` without an extension that has the type: represented by 16-bit integers. It is computed with as `float`,
//! also where an extension has the type, but no arithmetic on it.
//!
//! A `bfloat` is the upper half of a `float`. A `float` has more than twice as many bits of precision, so that a sum,
//! product, quotient or root in `float` that is then rounded equals the result that is rounded once. Other results
//! might be rounded twice, the first time to a number half way between two others. They are rounded to odd first: the
//! last bit of an inexact number is set, which the second rounding then takes into account.

use super::intrinsics::arguments;
use super::rewrite::Rewriter;
use crate::concepts::intrinsics::rows::Row;
use crate::conventions::rules::Bfloat;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::instruction::{keep_flags, operand, unsupported};
use crate::legalize::kit::kinds::is_bfloat;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// The number of bits by which a `float` is longer than a `bfloat`.
const LOWER: u64 = 16;
const SIGN: u64 = 0x8000;
const MAGNITUDE: u64 = 0x7FFF;
const QUIET: u64 = 0x40;
/// The bits of infinity as a `float`; a greater number, without the sign, is a NaN.
const INFINITY: u64 = 0x7F80_0000;
/// The widest integers that `float` and `double` represent exactly.
const EXACT: [u32; 2] = [24, 53];
/// The widest integer whose value is within the range of `double`.
const LONGEST: u32 = 1000;

/// Rewrites an instruction that computes with `bfloat`. Returns false for one that only moves numbers, which the
/// general rule rewrites.
pub fn instruction<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<bool> {
    let Some(opcode) = inst.opcode() else { return Ok(false) };
    let first = inst.operand(0).map(Value::ty);
    let (makes, takes) = (is_bfloat(inst.ty()), first.is_some_and(is_bfloat));
    let value = match opcode {
        O::FAdd | O::FSub | O::FMul | O::FDiv | O::FRem if makes => {
            let [a, b] = [extended(w, operand(inst, 0)?)?, extended(w, operand(inst, 1)?)?];
            let wide = w.emit.builder.binary(opcode, a, b)?;
            keep_flags(inst, wide)?;
            let wide = w.made(Ok(wide))?;
            truncated(w, wide)?
        }
        O::FNeg if makes && !is_in_bits(w) => {
            let wide = extended(w, operand(inst, 0)?)?;
            let wide = made(w, |builder| builder.fneg(wide))?;
            truncated(w, wide)?
        }
        O::FNeg if makes => {
            let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
                [[bits]] => Ok(vec![w.emit.with(O::Xor, *bits, SIGN)?]),
                _ => Err(unsupported(inst)),
            })?;
            return w.define(inst, expanded).map(|()| true);
        }
        O::FCmp if takes => {
            let predicate = inst.real_predicate().ok_or_else(|| Error::internal("fcmp without a predicate"))?;
            let [a, b] = [extended(w, operand(inst, 0)?)?, extended(w, operand(inst, 1)?)?];
            let wide = w.emit.builder.compare_float(predicate, a, b)?;
            keep_flags(inst, wide)?;
            w.made(Ok(wide))?
        }
        O::FpToSi | O::FpToUi if takes => {
            let wide = extended(w, operand(inst, 0)?)?;
            made(w, |b| b.cast(opcode, wide, inst.ty()))?
        }
        O::SiToFp | O::UiToFp if makes => from_integer(w, operand(inst, 0)?, opcode == O::SiToFp)?,
        _ if !is_in_bits(w) => return Ok(false),
        O::FpExt if takes => return extend(w, inst).map(|()| true),
        O::FpTrunc if makes => return truncate(w, inst).map(|()| true),
        _ => return Ok(false),
    };
    let expanded = w.expanded(value)?.to_vec();
    w.define(inst, expanded).map(|()| true)
}

/// Returns the parts of the result of an intrinsic; `None` for an intrinsic without `bfloat`, or one that does not
/// compute with it.
pub fn intrinsic<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, row: &Row) -> Result<Option<Vec<Value<'m>>>> {
    let arguments: Vec<_> = inst.call_args().collect();
    let members = inst.ty().fields().any(is_bfloat);
    if !arguments.first().is_some_and(|first| is_bfloat(first.ty())) && !members {
        return Ok(None);
    }
    let value = match (row.bfloat, arguments.as_slice()) {
        (Some(Bfloat::Bits), _) if is_in_bits(w) => return on_bits(w, inst, &arguments).map(Some),
        (Some(Bfloat::Argument), [a]) => *a,
        (Some(Bfloat::Fused), [a, b, c]) => fused(w, [*a, *b, *c])?,
        (Some(Bfloat::ProductAndSum), [a, b, c]) => {
            let product = made(w, |builder| builder.binary(O::FMul, *a, *b))?;
            made(w, |builder| builder.binary(O::FAdd, product, *c))?
        }
        _ if !row.computes() => return Ok(None),
        _ => {
            let mut wide = Vec::with_capacity(arguments.len());
            for argument in arguments {
                wide.push(if is_bfloat(argument.ty()) { extended(w, argument)? } else { argument });
            }
            if members {
                return several(w, inst, row.name, &wide).map(Some);
            }
            let ty = if is_bfloat(inst.ty()) { floats(w, inst.ty())? } else { inst.ty() };
            let wide = made(w, |builder| builder.call_intrinsic(row.name, ty, &wide))?;
            if is_bfloat(inst.ty()) { truncated(w, wide)? } else { wide }
        }
    };
    Ok(Some(w.expanded(value)?.to_vec()))
}

/// Calls an intrinsic that returns two numbers.
fn several<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str, wide: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
    let mut types = Vec::new();
    for field in inst.ty().struct_fields() {
        types.push(if is_bfloat(field) { floats(w, field)? } else { field });
    }
    let ty = w.emit.context.struct_type(&types, false)?;
    let both = made(w, |builder| builder.call_intrinsic(name, ty, wide))?;
    let mut members = Vec::new();
    for (index, field) in (0..).zip(inst.ty().struct_fields()) {
        let member = made(w, |builder| builder.extract_value(both, &[index]))?;
        let member = if is_bfloat(field) { truncated(w, member)? } else { member };
        members.push(w.expanded(member)?.to_vec());
    }
    arguments::several(w, inst, members)
}

// --- Within functions: values as they were ---

/// Returns whether `bfloat` is represented by its bits.
fn is_in_bits(w: &Rewriter<'_>) -> bool {
    w.actions.scan.is_bfloat_in_bits(w.emit.context.bfloat_type())
}

fn made<'m>(
    w: &mut Rewriter<'m>,
    make: impl FnOnce(&crate::llvm::Builder<'m>) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let inst = make(&w.emit.builder);
    w.made(inst)
}

/// Returns `float`, or a vector of it with the lanes of `ty`.
fn floats<'m>(w: &Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    w.emit.like(ty, w.emit.context.float_type())
}

fn extended<'m>(w: &mut Rewriter<'m>, value: Value<'m>) -> Result<Value<'m>> {
    let ty = floats(w, value.ty())?;
    made(w, |builder| builder.cast(O::FpExt, value, ty))
}

fn truncated<'m>(w: &mut Rewriter<'m>, value: Value<'m>) -> Result<Value<'m>> {
    let ty = w.emit.like(value.ty(), w.emit.context.bfloat_type())?;
    made(w, |builder| builder.cast(O::FpTrunc, value, ty))
}

/// Converts an integer to `bfloat` by way of `float` or `double`. The magnitude of an integer that `double` does not
/// represent exactly is rounded to odd.
fn from_integer<'m>(w: &mut Rewriter<'m>, value: Value<'m>, signed: bool) -> Result<Value<'m>> {
    let (op, bits) = (if signed { O::SiToFp } else { O::UiToFp }, value.ty().scalar().int_width());
    let double = w.emit.like(value.ty(), w.emit.context.double_type())?;
    if bits <= EXACT[1] {
        let ty = if bits <= EXACT[0] { floats(w, value.ty())? } else { double };
        let wide = made(w, |builder| builder.cast(op, value, ty))?;
        return truncated(w, wide);
    }
    if bits > LONGEST {
        return Err(Error::of(Code::Instruction, format!("a conversion of {} to bfloat", value.ty())));
    }
    let zero = w.emit.context.const_null(value.ty())?;
    let negative = made(w, |builder| builder.compare_int(P::Slt, value, zero))?;
    let magnitude = if signed {
        let opposite = made(w, |builder| builder.binary(O::Sub, zero, value))?;
        made(w, |builder| builder.select(negative, opposite, value))?
    } else {
        value
    };
    let nearest = made(w, |builder| builder.cast(O::UiToFp, magnitude, double))?;
    // The nearest number may be the next power of two.
    let longer = w.emit.int_like(value.ty(), bits + 1)?;
    let exact = made(w, |builder| builder.cast(O::ZExt, magnitude, longer))?;
    let whole = made(w, |builder| builder.cast(O::FpToUi, nearest, longer))?;
    let beyond = made(w, |builder| builder.compare_int(P::Ugt, whole, exact))?;
    let differs = made(w, |builder| builder.compare_int(P::Ne, whole, exact))?;
    let odd = odd(w, nearest, beyond, differs)?;
    let result = truncated(w, odd)?;
    if !signed {
        return Ok(result);
    }
    let opposite = made(w, |builder| builder.fneg(result))?;
    made(w, |builder| builder.select(negative, opposite, result))
}

/// Emits a fused multiply-add with one rounding, by way of `double`. The product is exact, and so is the rounding error
/// of the sum.
fn fused<'m>(w: &mut Rewriter<'m>, operands: [Value<'m>; 3]) -> Result<Value<'m>> {
    let double = w.emit.like(operands[0].ty(), w.emit.context.double_type())?;
    let mut wide = Vec::with_capacity(operands.len());
    for operand in operands {
        wide.push(made(w, |builder| builder.cast(O::FpExt, operand, double))?);
    }
    let [a, b, c] = wide[..] else { return Err(Error::internal("a sum of other operands")) };
    let product = made(w, |builder| builder.binary(O::FMul, a, b))?;
    let sum = made(w, |builder| builder.binary(O::FAdd, product, c))?;
    let minus = |w: &mut Rewriter<'m>, a, b| made(w, |builder| builder.binary(O::FSub, a, b));
    let of_c = minus(w, sum, product)?;
    let of_product = minus(w, sum, of_c)?;
    let [lost_product, lost_c] = [minus(w, product, of_product)?, minus(w, c, of_c)?];
    let lost = made(w, |builder| builder.binary(O::FAdd, lost_product, lost_c))?;
    let zero = w.emit.context.const_null(double)?;
    let differs = made(w, |builder| builder.compare_float(P::One, lost, zero))?;
    let [less, below] =
        [(lost, zero), (sum, zero)].map(|(a, b)| made(w, |builder| builder.compare_float(P::Olt, a, b)));
    let (less, below) = (less?, below?);
    // The sum is beyond what it should be where what was lost has the other sign.
    let other = made(w, |builder| builder.binary(O::Xor, less, below))?;
    let beyond = made(w, |builder| builder.binary(O::And, other, differs))?;
    let odd = odd(w, sum, beyond, differs)?;
    truncated(w, odd)
}

/// Rounds to odd: given the nearest number, returns the neighbour of the exact value whose last bit is set. `differs`
/// states that the nearest number is inexact, `beyond` that it is further from zero than the exact value.
fn odd<'m>(w: &mut Rewriter<'m>, nearest: Value<'m>, beyond: Value<'m>, differs: Value<'m>) -> Result<Value<'m>> {
    let bits = w.emit.int_like(nearest.ty(), nearest.ty().scalar().float_width())?;
    let raw = made(w, |builder| builder.cast(O::BitCast, nearest, bits))?;
    let back = made(w, |builder| builder.cast(O::ZExt, beyond, bits))?;
    let last = made(w, |builder| builder.cast(O::ZExt, differs, bits))?;
    let toward_zero = made(w, |builder| builder.binary(O::Sub, raw, back))?;
    let odd = made(w, |builder| builder.binary(O::Or, toward_zero, last))?;
    made(w, |builder| builder.cast(O::BitCast, odd, nearest.ty()))
}

// --- Expansion: the bits ---

/// Lowers `fpext` from `bfloat`: its bits become the upper bits of a `float`, above zeros.
fn extend<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let to = inst.ty().scalar();
    let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
        [[bits]] => {
            let e = &w.emit;
            let wide = e.resize(*bits, e.context.int_type(32)?, false)?;
            let raw = e.with(O::Shl, wide, LOWER)?;
            let float = e.cast(O::BitCast, raw, e.like(raw.ty(), e.context.float_type())?)?;
            Ok(vec![e.cast(O::FpExt, float, e.like(raw.ty(), to)?)?])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers `fptrunc` to `bfloat`: rounds to the nearest number, ties to even.
fn truncate<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let from = operand(inst, 0)?;
    if from.ty().scalar().float_width() == 64 {
        let float = float_of_double(w, from)?;
        let value = truncated(w, float)?;
        let expanded = w.expanded(value)?.to_vec();
        return w.define(inst, expanded);
    }
    let expanded = w.by_pieces(inst.ty(), &[from], |w, limbs| match limbs {
        [[float]] => {
            let e = &w.emit;
            let raw = e.cast(O::BitCast, *float, e.int_like(float.ty(), 32)?)?;
            let upper = e.with(O::LShr, raw, LOWER)?;
            let even = e.with(O::And, upper, 1)?;
            let half = e.binary(O::Add, raw, e.with(O::Add, even, MAGNITUDE)?)?;
            let rounded = e.with(O::LShr, half, LOWER)?;
            let magnitude = e.with(O::And, raw, 0x7FFF_FFFF)?;
            let is_nan = e.compare(P::Ugt, magnitude, e.int(raw.ty(), INFINITY)?)?;
            let nan = e.with(O::Or, upper, QUIET)?;
            Ok(vec![e.resize(e.select(is_nan, nan, rounded)?, e.context.int_type(16)?, false)?])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// The `float` of a `double`, rounded to odd.
fn float_of_double<'m>(w: &mut Rewriter<'m>, double: Value<'m>) -> Result<Value<'m>> {
    let float = floats(w, double.ty())?;
    let nearest = made(w, |builder| builder.cast(O::FpTrunc, double, float))?;
    let back = made(w, |builder| builder.cast(O::FpExt, nearest, double.ty()))?;
    let mut magnitudes = Vec::new();
    for value in [back, double] {
        magnitudes.push(made(w, |builder| builder.call_intrinsic("llvm.fabs", double.ty(), &[value]))?);
    }
    let [seen, exact] = magnitudes[..] else { return Err(Error::internal("a number of other magnitudes")) };
    let beyond = made(w, |builder| builder.compare_float(P::Ogt, seen, exact))?;
    let differs = made(w, |builder| builder.compare_float(P::One, seen, exact))?;
    odd(w, nearest, beyond, differs)
}

/// Lowers `fabs` and `copysign` to operations on the bits.
fn on_bits<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, operands: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
    w.by_pieces(inst.ty(), operands, |w, limbs| {
        let [[bits], signs @ ..] = limbs else { return Err(unsupported(inst)) };
        let magnitude = w.emit.with(O::And, *bits, MAGNITUDE)?;
        let [[sign]] = signs else { return Ok(vec![magnitude]) };
        let sign = w.emit.with(O::And, *sign, SIGN)?;
        Ok(vec![w.emit.binary(O::Or, magnitude, sign)?])
    })
}
