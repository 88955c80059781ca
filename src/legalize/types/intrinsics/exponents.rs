//! Exponents and whole numbers of other widths than OpenCL.std and GLSL.std.450 have: `llvm.frexp`, `llvm.ldexp` and
//! `llvm.powi` with other exponents than of 32 bits, `llvm.lrint` and its kin to integers that SPIR-V lacks.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, several, unsupported};
use super::expand::Maker;
use crate::conventions::rules::Exponent;
use crate::error::Result;
use crate::llvm::{Opcode as O, Predicate as P, Type, Value};

/// The width of exponents.
const WIDTH: u32 = 32;

/// Returns whether an intrinsic of a type takes or gives an exponent of another width. One of two may have any width that
/// SPIR-V has in GLSL.std.450.
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

/// `llvm.frexp`: all exponents that there are have room in 16 bits.
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

/// Returns the signed number as one of another type.
fn resized<'m>(w: &mut Rewriter<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let (from, to) = (value.ty().scalar().int_width(), ty.scalar().int_width());
    let op = if from < to { O::SExt } else { O::Trunc };
    let cast = w.emit.builder.cast(op, value, ty);
    w.made(cast)
}

/// Returns the exponent with 32 bits: the nearest one; where it counts factors, with the lowest bit that it has.
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

/// `llvm.lrint` and its kin: the whole number, by another intrinsic, as an integer.
pub fn whole<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rounding: &str) -> Result<Value<'m>> {
    let number = argument(inst, 0)?;
    let whole = w.emit.builder.call_intrinsic(rounding, number.ty(), &[number]);
    let whole = w.made(whole)?;
    let cast = w.emit.builder.cast(O::FpToSi, whole, inst.ty());
    w.made(cast)
}
