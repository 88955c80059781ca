//! Intrinsics that put lanes of several vectors together: each lane of a result is said to be a lane of an argument.

use super::super::lanes;
use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;

/// So many vectors of `llvm.vector.interleave3` and the like.
fn count_of(name: &str, prefix: &str) -> Option<u32> {
    name.strip_prefix(prefix)?.parse().ok()
}

/// An argument that must be a constant.
fn constant(inst: Value<'_>, index: u32) -> Result<u32> {
    let number = argument(inst, index)?.int_value().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| Error::of(Code::BuiltinCall, "a number that must be a constant is none"))
}

/// The parts of the result; `None` for intrinsics that have no rule here.
pub fn parts<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Vec<Value<'m>>>> {
    if let Some(count) = count_of(name, "llvm.vector.interleave") {
        let arguments = (0..count).map(|index| argument(inst, index)).collect::<Result<Vec<_>>>()?;
        let lane = |lane: u32| Some((*arguments.get((lane % count) as usize)?, lane / count));
        return lanes::pick(w, inst.ty(), lane).map(Some);
    }
    if let Some(count) = count_of(name, "llvm.vector.deinterleave") {
        let vector = argument(inst, 0)?;
        let member = inst.ty().field(0).ok_or_else(|| Error::internal("a result of no members"))?;
        let mut members = Vec::new();
        for first in 0..count {
            members.push(lanes::pick(w, member, |lane| Some((vector, lane * count + first)))?);
        }
        return super::several(w, inst, members).map(Some);
    }
    if name != "llvm.matrix.transpose" {
        return Ok(None);
    }
    let (matrix, rows, columns) = (argument(inst, 0)?, constant(inst, 1)?.max(1), constant(inst, 2)?.max(1));
    lanes::pick(w, inst.ty(), |lane| Some((matrix, lane / columns + lane % columns * rows))).map(Some)
}
