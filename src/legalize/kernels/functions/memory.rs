//! `vload`, `vstore` and similar functions: each lane is accessed separately, since the vector is aligned like its
//! elements only.

use super::call::Call;
use super::rounding::{self, Rounding};
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// The meaning of a function's name: whether it loads, whether memory contains halves, the number of lanes, the distance
/// of vectors in elements, and the rounding mode.
struct Meaning {
    is_load: bool,
    is_half: bool,
    lanes: u64,
    stride: u64,
    rounding: Rounding,
}

fn meaning(name: &str) -> Option<Meaning> {
    let (is_load, rest) = match (name.strip_prefix("vload"), name.strip_prefix("vstore")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let (is_aligned, is_half, rest) = match (rest.strip_prefix("a_half"), rest.strip_prefix("_half")) {
        (Some(rest), _) => (true, true, rest),
        (_, Some(rest)) => (false, true, rest),
        _ => (false, false, rest),
    };
    let (digits, rounding) = rounding::split(rest);
    let lanes = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    let stride = if is_aligned && lanes == 3 { 4 } else { lanes };
    Some(Meaning { is_load, is_half, lanes, stride, rounding })
}

/// Returns the replacement of a call of such a function; `None` for any other call.
pub fn replace<'m>(call: &Call<'_, 'm>) -> Result<Option<Option<Value<'m>>>> {
    if call.name.base == "prefetch" {
        return Ok(Some(None));
    }
    let Some(meaning) = meaning(&call.name.base) else { return Ok(None) };
    match meaning.is_load {
        true => load(call, &meaning).map(|value| Some(Some(value))),
        false => store(call, &meaning).map(|()| Some(None)),
    }
}

/// Returns the address of a lane.
fn lane<'m>(
    call: &Call<'_, 'm>,
    meaning: &Meaning,
    (offset, pointer): (Value<'m>, Value<'m>),
    scalar: crate::llvm::Type<'m>,
    lane: u64,
) -> Result<Value<'m>> {
    let first = call.emit.with(Opcode::Mul, offset, meaning.stride)?;
    let index = call.emit.with(Opcode::Add, first, lane)?;
    call.emit.builder.gep(scalar, pointer, &[index], false)
}

fn alignment(call: &Call<'_, '_>, scalar: crate::llvm::Type<'_>) -> u32 {
    call.place.module.layout().abi_alignment(scalar).unwrap_or(1)
}

fn load<'m>(call: &Call<'_, 'm>, meaning: &Meaning) -> Result<Value<'m>> {
    let scalar = if meaning.is_half { call.place.context.half_type() } else { call.ty().scalar() };
    let at = (call.arg(0)?, call.arg(1)?);
    let mut lanes = Vec::new();
    for index in 0..meaning.lanes {
        let value = call.emit.builder.load(scalar, lane(call, meaning, at, scalar, index)?)?;
        value.set_alignment(alignment(call, scalar))?;
        lanes.push(value);
    }
    let value = call.emit.vector(&lanes)?;
    call.emit.cast(Opcode::FpExt, value, call.ty())
}

fn store<'m>(call: &Call<'_, 'm>, meaning: &Meaning) -> Result<()> {
    let mut value = call.arg(0)?;
    let at = (call.arg(1)?, call.arg(2)?);
    if meaning.is_half {
        let half = call.emit.like(value.ty(), call.place.context.half_type())?;
        value = rounding::shortened(call, value, half, meaning.rounding)?;
    }
    let scalar = value.ty().scalar();
    for index in 0..meaning.lanes {
        let part = call.emit.lane(value, index as u32)?;
        call.emit
            .builder
            .store(part, lane(call, meaning, at, scalar, index)?)?
            .set_alignment(alignment(call, scalar))?;
    }
    Ok(())
}
