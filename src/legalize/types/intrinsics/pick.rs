//! Intrinsics that rearrange the lanes of their arguments: each lane of the result is a lane of an argument.

use super::super::lanes;
use super::super::rewrite::Rewriter;
use super::arguments::{argument, several};
use crate::error::{Code, Error, Result};
use crate::llvm::Value;

/// Returns an argument as a number, or an error if it is no constant.
fn constant(inst: Value<'_>, index: u32) -> Result<u32> {
    let number = argument(inst, index)?.int_value().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| Error::of(Code::BuiltinCall, "a number that must be a constant is none"))
}

/// Returns the parts of `count` vectors, interleaved.
pub fn interleave<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, count: u32) -> Result<Vec<Value<'m>>> {
    let arguments = (0..count).map(|index| argument(inst, index)).collect::<Result<Vec<_>>>()?;
    let lane = |lane: u32| Some((*arguments.get((lane % count) as usize)?, lane / count));
    lanes::pick(w, inst.ty(), lane)
}

/// Returns the parts of a vector that is divided into `count` vectors of interleaved lanes.
pub fn deinterleave<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, count: u32) -> Result<Vec<Value<'m>>> {
    let vector = argument(inst, 0)?;
    let member = inst.ty().field(0).ok_or_else(|| Error::internal("a result of no members"))?;
    let mut members = Vec::new();
    for first in 0..count {
        members.push(lanes::pick(w, member, |lane| Some((vector, lane * count + first)))?);
    }
    several(w, inst, members)
}

/// Returns the parts of a matrix, transposed.
pub fn transpose<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
    let (matrix, rows, columns) = (argument(inst, 0)?, constant(inst, 1)?.max(1), constant(inst, 2)?.max(1));
    lanes::pick(w, inst.ty(), |lane| Some((matrix, lane / columns + lane % columns * rows)))
}
