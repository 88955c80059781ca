//! `llvm.vector.reduce.*` of vectors of illegal types.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, unsupported};
use crate::conventions::rules::Combine;
use crate::error::{Error, Result};
use crate::llvm::Value;

/// Lowers a reduction. With a start value as the first argument the lanes are combined in order; otherwise in pairs,
/// like a tree.
pub fn reduce<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, combine: Combine) -> Result<Value<'m>> {
    let ordered = inst.call_arg_count() == 2;
    let vector = argument(inst, u32::from(ordered))?;
    let mut values = Vec::new();
    for lane in 0..vector.ty().count() as u32 {
        let index = w.emit.index(lane)?;
        let element = w.emit.builder.extract_element(vector, index);
        values.push(w.made(element)?);
    }
    if ordered {
        let mut result = argument(inst, 0)?;
        for value in values {
            result = combined(w, inst, combine, result, value)?;
        }
        return Ok(result);
    }
    while values.len() > 1 {
        let mut halved = Vec::with_capacity(values.len().div_ceil(2));
        for pair in values.chunks(2) {
            halved.push(match pair {
                [a, b] => combined(w, inst, combine, *a, *b)?,
                rest => *rest.first().ok_or_else(|| Error::internal("a pair of nothing"))?,
            });
        }
        values = halved;
    }
    values.first().copied().ok_or_else(|| unsupported(inst))
}

fn combined<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    combine: Combine,
    a: Value<'m>,
    b: Value<'m>,
) -> Result<Value<'m>> {
    let new = match combine {
        Combine::Instruction(opcode) => w.emit.builder.binary(opcode, a, b)?,
        Combine::Extreme(_, opcode) if inst.ty().is_int_of(1) => w.emit.builder.binary(opcode, a, b)?,
        Combine::Extreme(name, _) | Combine::Intrinsic(name) => w.emit.builder.call_intrinsic(name, a.ty(), &[a, b])?,
    };
    if inst.fast_math() != 0 {
        new.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(new))
}
