//! `shuffle` and `shuffle2`: they select lanes of one or two vectors by a vector of indices.

use super::call::Call;
use crate::error::Result;
use crate::llvm::{Predicate, Value};

/// Returns the result of `shuffle` or `shuffle2`; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let vectors = match call.name.base.as_str() {
        "shuffle" => vec![call.arg(0)?],
        "shuffle2" => vec![call.arg(0)?, call.arg(1)?],
        _ => return Ok(None),
    };
    let mask = call.arg(vectors.len() as u32)?;
    let mut sources = Vec::new();
    for vector in &vectors {
        // A vector of three counts as one of four.
        for lane in 0..vector.ty().count().next_power_of_two() as u32 {
            sources.push(if u64::from(lane) < vector.ty().count() {
                call.emit.lane(*vector, lane)?
            } else {
                call.place.context.poison(vector.ty().scalar())?
            });
        }
    }
    let mut lanes = Vec::new();
    for lane in 0..mask.ty().count() as u32 {
        lanes.push(chosen(call, &sources, call.emit.lane(mask, lane)?)?);
    }
    call.emit.vector(&lanes).map(Some)
}

/// Returns the lane at an index, of which only the lowest bits are used.
fn chosen<'m>(call: &Call<'_, 'm>, sources: &[Value<'m>], index: Value<'m>) -> Result<Value<'m>> {
    let most = sources.len() as u64 - 1;
    if let Some(number) = index.int_value().filter(|_| index.is_constant()) {
        return sources
            .get((number & most) as usize)
            .copied()
            .ok_or_else(|| crate::error::Error::internal("a lane that is none"));
    }
    let index = call.op(crate::llvm::Opcode::And, index, call.int(index.ty(), most)?)?;
    let mut found = sources.first().copied().ok_or_else(|| crate::error::Error::internal("a vector of no lanes"))?;
    for (number, source) in (1..).zip(sources.iter().skip(1)) {
        let is_it = call.icmp(Predicate::Eq, index, call.int(index.ty(), number)?)?;
        found = call.select(is_it, *source, found)?;
    }
    Ok(found)
}
