//! Comparisons of pointers in the Khronos translator's form.

use crate::concepts::base::{types, values};
use crate::environment::Feature;
use crate::error::Result;
use crate::llvm::{Predicate, Value};
use crate::options::Version;
use crate::state::{Forward, availability};
use ::spirv::Op;

/// The version with `OpPtrEqual` and `OpPtrNotEqual`.
const SINCE: Version = Version::new(1, 4);

/// Compares pointers without casts, if the options allow the version with the instruction; returns whether it did.
pub fn pointers<'m>(f: &mut Forward<'m>, inst: Value<'m>, predicate: Predicate) -> Result<bool> {
    let op = match predicate {
        _ if f.options.max_version < SINCE => return Ok(false),
        Predicate::Eq => Op::PtrEqual,
        Predicate::Ne => Op::PtrNotEqual,
        _ => return Ok(false),
    };
    let operand = values::child(inst, 0)?;
    if !operand.ty().is_pointer() {
        return Ok(false);
    }
    availability::raise(f, Feature::Opcode(op));
    let left = values::operand(f, operand)?;
    let right = values::operand_as(f, values::child(inst, 1)?, left.ty)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[left.id, right.id]).map(|_| true)
}
