//! The results of a loop, packed into numbers of at most 64 bits, with one call of the function for each. They are not
//! structures: when LLVM 22 scalarises a vectorised call, it loses all members of a structure but the first
//! (docs/reference/llvm-faults.md).

use super::super::made::Made;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Type, Value};
use std::ops::Range;

/// The bits of a result.
const BITS: u32 = 64;

/// The limit on calls for a loop: each executes the whole loop.
const MOST_CALLS: usize = 3;

/// Returns the ranges of results that each call returns, by their types; `None` if there would be too many calls.
pub fn calls(types: &[Type<'_>]) -> Option<Vec<Range<usize>>> {
    let mut calls: Vec<Range<usize>> = Vec::new();
    let mut bits = BITS;
    for (number, ty) in types.iter().enumerate() {
        match calls.last_mut().filter(|_| bits + width(*ty) <= BITS) {
            Some(last) => {
                last.end = number + 1;
                bits += width(*ty);
            }
            None => {
                calls.push(number..number + 1);
                bits = width(*ty);
            }
        }
    }
    (calls.len() <= MOST_CALLS).then_some(calls)
}

fn width(ty: Type<'_>) -> u32 {
    ty.scalar().int_width().max(ty.scalar().float_width())
}

/// Returns the type of a result.
pub fn ty<'m>(made: Made<'m, '_>, types: &[Type<'m>]) -> Result<Type<'m>> {
    match types {
        [one] => Ok(*one),
        _ => made.context.int_type(BITS),
    }
}

/// Packs values, each for one or several work-items, into a result; `like` returns the integer type of this width, or a
/// vector of it.
pub fn packed<'m>(
    builder: &Builder<'m>,
    values: &[Value<'m>],
    number: impl Fn(u64) -> Result<Value<'m>>,
    like: impl Fn(u32) -> Result<Type<'m>>,
) -> Result<Value<'m>> {
    if let [one] = values {
        return Ok(*one);
    }
    let (mut all, mut begin) = (number(0)?, 0);
    for value in values {
        let bits = width(value.ty());
        let plain =
            if value.ty().scalar().is_float() { builder.cast(Opcode::BitCast, *value, like(bits)?)? } else { *value };
        let wide = if bits == BITS { plain } else { builder.cast(Opcode::ZExt, plain, like(BITS)?)? };
        let moved = builder.binary(Opcode::Shl, wide, number(begin.into())?)?;
        all = builder.binary(Opcode::Or, all, moved)?;
        begin += bits;
    }
    Ok(all)
}

/// Unpacks the values of one work-item from a result.
pub fn unpacked<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    result: Value<'m>,
    types: &[Type<'m>],
) -> Result<Vec<Value<'m>>> {
    if let [_] = types {
        return Ok(vec![result]);
    }
    let (mut values, mut begin) = (Vec::new(), 0);
    for ty in types {
        let (bits, shift) = (width(*ty), made.context.const_int(made.context.int_type(BITS)?, begin)?);
        let moved = builder.binary(Opcode::LShr, result, shift)?;
        let int = made.context.int_type(bits)?;
        let plain = if bits == BITS { moved } else { builder.cast(Opcode::Trunc, moved, int)? };
        values.push(if ty.is_float() { builder.cast(Opcode::BitCast, plain, *ty)? } else { plain });
        begin += u64::from(bits);
    }
    Ok(values)
}
