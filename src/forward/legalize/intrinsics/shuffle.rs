//! Intrinsics that move lanes: each is a `shufflevector` or two.

use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;

/// A shuffle of values as they were.
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

/// An intrinsic that gives one vector; `None` for those that have no rule here.
pub fn single<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    let Some(a) = inst.call_arg(0) else { return Ok(None) };
    let n = lanes(a);
    let value = match name {
        "llvm.vector.reverse" => {
            let nothing = poison_like(w, a)?;
            shuffle(w, a, nothing, &(0..n).rev().collect::<Vec<_>>())?
        }
        "llvm.vector.splice" | "llvm.vector.splice.left" | "llvm.vector.splice.right" => {
            let by = constant(inst, 2)?;
            let start = if by < 0 || name.ends_with("right") { n - by.abs() } else { by };
            shuffle(w, a, argument(inst, 1)?, &(start..start + n).collect::<Vec<_>>())?
        }
        "llvm.vector.extract" => {
            let (start, nothing) = (constant(inst, 1)?, poison_like(w, a)?);
            shuffle(w, a, nothing, &(start..start + lanes(inst)).collect::<Vec<_>>())?
        }
        "llvm.vector.insert" => insert(w, a, argument(inst, 1)?, constant(inst, 2)?)?,
        _ => return Ok(None),
    };
    Ok(Some(value))
}

fn insert<'m>(w: &mut Rewriter<'m>, into: Value<'m>, part: Value<'m>, start: i32) -> Result<Value<'m>> {
    let (n, short) = (lanes(into), lanes(part));
    let nothing = poison_like(w, part)?;
    let long = shuffle(w, part, nothing, &(0..n).map(|lane| if lane < short { lane } else { -1 }).collect::<Vec<_>>())?;
    let from_part = |lane: &i32| (start..start + short).contains(lane);
    let mask: Vec<_> = (0..n).map(|lane| if from_part(&lane) { lane - start + n } else { lane }).collect();
    shuffle(w, into, long, &mask)
}
