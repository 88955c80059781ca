//! Exponents, and rounding to integers, of other widths than OpenCL.std and GLSL.std.450 have: `llvm.frexp`,
//! `llvm.ldexp` and `llvm.powi` with exponents of other widths than 32 bits, and `llvm.lrint` and similar intrinsics to
//! integers of illegal widths.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, several, unsupported};
use super::expand::Maker;
use crate::conventions::rules::Exponent;
use crate::error::Result;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// The width that exponents are converted to.
const WIDTH: u32 = 32;

/// Returns whether an intrinsic of this type has an exponent of a width that it cannot be lowered with. An exponent of
/// `ldexp` may have any legal width of 8 bits or more, as GLSL.std.450 allows.
pub fn is_other(function: Type<'_>, exponent: Exponent) -> bool {
    let (ty, widths): (_, &[u32]) = match exponent {
        Exponent::Given => (function.function_return().and_then(|ty| ty.field(1)), &[WIDTH]),
        Exponent::Taken => (function.function_params().get(1).copied(), &[8, 16, WIDTH, 64]),
        Exponent::Counted => (function.function_params().get(1).copied(), &[WIDTH]),
    };
    ty.is_some_and(|ty| ty.scalar().is_int() && !widths.contains(&ty.scalar().int_width()))
}

/// Returns the parts of the result of the intrinsic, called with an exponent of 32 bits.
pub fn call<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str, exponent: Exponent) -> Result<Vec<Value<'m>>> {
    match exponent {
        Exponent::Given => split(w, inst, name),
        Exponent::Taken | Exponent::Counted => {
            let narrow = narrowed(w, argument(inst, 1)?, exponent == Exponent::Counted)?;
            let made = w.emit.builder.call_intrinsic(name, inst.ty(), &[argument(inst, 0)?, narrow])?;
            let value = with_flags(w, inst, made)?;
            Ok(w.expanded(value)?.to_vec())
        }
    }
}

fn with_flags<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, made: Value<'m>) -> Result<Value<'m>> {
    if inst.fast_math() != 0 {
        made.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(made))
}

/// Lowers `llvm.frexp`. Its exponent fits into 16 bits, so that narrower integers than 32 bits can have it, too.
fn split<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let fields: Vec<_> = inst.ty().fields().collect();
    let [number, exponent] = fields.as_slice() else { return Err(unsupported(inst)) };
    let types = [*number, w.emit.int_like(*exponent, WIDTH)?];
    let ty = w.emit.context.struct_type(&types, false)?;
    let both = w.emit.builder.call_intrinsic(name, ty, &[argument(inst, 0)?]);
    let both = w.made(both)?;
    let fraction = w.emit.builder.extract_value(both, &[0]);
    let fraction = w.made(fraction)?;
    let given = w.emit.builder.extract_value(both, &[1]);
    let given = w.made(given)?;
    let resized = resized(w, given, *exponent)?;
    let members = vec![w.expanded(fraction)?.to_vec(), w.expanded(resized)?.to_vec()];
    several(w, inst, members)
}

/// Sign-extends or truncates a number to another type.
fn resized<'m>(w: &mut Rewriter<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let (from, to) = (value.ty().scalar().int_width(), ty.scalar().int_width());
    let op = if from < to { O::SExt } else { O::Trunc };
    let cast = w.emit.builder.cast(op, value, ty);
    w.made(cast)
}

/// Converts an exponent to 32 bits, saturated; a number of factors (`powi`) keeps its lowest bit, which decides the
/// sign.
fn narrowed<'m>(w: &mut Rewriter<'m>, exponent: Value<'m>, counts: bool) -> Result<Value<'m>> {
    let narrow = w.emit.int_like(exponent.ty(), WIDTH)?;
    if exponent.ty().scalar().int_width() < WIDTH {
        return resized(w, exponent, narrow);
    }
    let mut m = Maker::new(w, exponent.ty());
    let (greatest, least) = (m.signed(i32::MAX.into())?, m.signed(i32::MIN.into())?);
    let below = m.extreme(P::Slt, exponent, greatest)?;
    let within = m.extreme(P::Sgt, below, least)?;
    let nearest = resized(w, within, narrow)?;
    if !counts {
        return Ok(nearest);
    }
    let last = resized(w, exponent, narrow)?;
    let mut m = Maker::new(w, narrow);
    let (upper, lowest) = (m.signed(-2)?, m.signed(1)?);
    let (upper, lowest) = (m.binary(O::And, nearest, upper)?, m.binary(O::And, last, lowest)?);
    m.binary(O::Or, upper, lowest)
}

/// Lowers `llvm.lrint` and similar intrinsics: rounds by another intrinsic, and converts the result to an integer.
pub fn whole<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rounding: &str) -> Result<Value<'m>> {
    let number = argument(inst, 0)?;
    let whole = w.emit.builder.call_intrinsic(rounding, number.ty(), &[number]);
    let whole = w.made(whole)?;
    let cast = w.emit.builder.cast(O::FpToSi, whole, inst.ty());
    w.made(cast)
}
