//! Intrinsics that move lanes: each is a `shufflevector` or two.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;

/// Emits a `shufflevector` of values of the original types.
fn shuffle<'m>(w: &mut Rewriter<'m>, a: Value<'m>, b: Value<'m>, mask: &[i32]) -> Result<Value<'m>> {
    let inst = w.emit.builder.shuffle_vector(a, b, mask);
    w.made(inst)
}

fn poison_like<'m>(w: &Rewriter<'m>, v: Value<'m>) -> Result<Value<'m>> {
    w.emit.context.poison(v.ty())
}

fn lanes(v: Value<'_>) -> i32 {
    v.ty().count() as i32
}

fn constant(inst: Value<'_>, index: u32) -> Result<i32> {
    let number = argument(inst, index)?.int_signed().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| Error::of(Code::BuiltinCall, "an index that must be a constant is none"))
}

/// Returns the lanes in reverse order.
pub fn reverse<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let a = argument(inst, 0)?;
    let nothing = poison_like(w, a)?;
    shuffle(w, a, nothing, &(0..lanes(a)).rev().collect::<Vec<_>>())
}

/// Lowers `vector.splice`: consecutive lanes of two concatenated vectors, as many as one of them has.
pub fn splice<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, right: bool) -> Result<Value<'m>> {
    let (a, by) = (argument(inst, 0)?, constant(inst, 2)?);
    let n = lanes(a);
    let start = if by < 0 || right { n - by.abs() } else { by };
    shuffle(w, a, argument(inst, 1)?, &(start..start + n).collect::<Vec<_>>())
}

/// Lowers `vector.extract`: consecutive lanes of a vector.
pub fn extract<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let a = argument(inst, 0)?;
    let (start, nothing) = (constant(inst, 1)?, poison_like(w, a)?);
    shuffle(w, a, nothing, &(start..start + lanes(inst)).collect::<Vec<_>>())
}

/// Lowers `vector.insert`: a vector with consecutive lanes replaced by those of a shorter one.
pub fn insert<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (into, part, start) = (argument(inst, 0)?, argument(inst, 1)?, constant(inst, 2)?);
    let (n, short) = (lanes(into), lanes(part));
    let nothing = poison_like(w, part)?;
    let long = shuffle(w, part, nothing, &(0..n).map(|lane| if lane < short { lane } else { -1 }).collect::<Vec<_>>())?;
    let from_part = |lane: &i32| (start..start + short).contains(lane);
    let mask: Vec<_> = (0..n).map(|lane| if from_part(&lane) { lane - start + n } else { lane }).collect();
    shuffle(w, into, long, &mask)
}
