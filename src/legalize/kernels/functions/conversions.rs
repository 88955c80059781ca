//! `convert_T`, with saturation and rounding.

use super::call::Call;
use super::rounding::{self, Rounding};
use crate::error::Result;
use crate::llvm::{Opcode, Value};

/// Returns the result of a conversion function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    let Some(rest) = call.name.base.strip_prefix("convert_") else { return Ok(None) };
    let (rest, rounding) = rounding::split(rest);
    let (rest, saturates) = rest.strip_suffix("_sat").map_or((rest, false), |rest| (rest, true));
    let is_unsigned = rest.starts_with('u');
    let from = call.arg(0)?.ty().scalar();
    let to = call.ty().scalar();
    Ok(Some(match (from.float_width() > 0, to.float_width() > 0) {
        (false, false) => integer(call, !is_unsigned, saturates)?,
        (true, false) => to_integer(call, !is_unsigned, saturates, rounding)?,
        (false, true) => rounding::integer(call, call.arg(0)?, call.is_signed(0), call.ty(), rounding)?,
        (true, true) if from.float_width() > to.float_width() => {
            rounding::shortened(call, call.arg(0)?, call.ty(), rounding)?
        }
        (true, true) => call.emit.cast(Opcode::FpExt, call.arg(0)?, call.ty())?,
    }))
}

fn to_integer<'m>(call: &Call<'_, 'm>, is_signed: bool, saturates: bool, rounding: Rounding) -> Result<Value<'m>> {
    let x = call.arg(0)?;
    let whole = match rounding {
        Rounding::Default | Rounding::Zero => x,
        Rounding::Even => call.intrinsic("llvm.roundeven", x.ty(), &[x])?,
        Rounding::Up => call.intrinsic("llvm.ceil", x.ty(), &[x])?,
        Rounding::Down => call.intrinsic("llvm.floor", x.ty(), &[x])?,
    };
    match (saturates, is_signed) {
        (true, true) => call.intrinsic("llvm.fptosi.sat", call.ty(), &[whole]),
        (true, false) => call.intrinsic("llvm.fptoui.sat", call.ty(), &[whole]),
        (false, true) => call.emit.builder.cast(Opcode::FpToSi, whole, call.ty()),
        (false, false) => call.emit.builder.cast(Opcode::FpToUi, whole, call.ty()),
    }
}

fn integer<'m>(call: &Call<'_, 'm>, is_signed: bool, saturates: bool) -> Result<Value<'m>> {
    let (x, was_signed) = (call.arg(0)?, call.is_signed(0));
    let (from, to) = (x.ty().scalar().int_width(), call.ty().scalar().int_width());
    let mut x = x;
    if saturates {
        let most = u64::MAX >> (64 - to) >> u32::from(is_signed);
        let limit =
            |name: &str, x: Value<'m>, number: u64| call.intrinsic(name, x.ty(), &[x, call.int(x.ty(), number)?]);
        match (was_signed, is_signed) {
            (true, true) if to < from => {
                x = limit("llvm.smin", x, most)?;
                x = limit("llvm.smax", x, !most)?;
            }
            (true, false) => {
                x = limit("llvm.smax", x, 0)?;
                x = if to < from { limit("llvm.umin", x, most)? } else { x };
            }
            (false, true) if to <= from => x = limit("llvm.umin", x, most)?,
            (false, false) if to < from => x = limit("llvm.umin", x, most)?,
            _ => {}
        }
    }
    call.emit.resize(x, call.ty().scalar(), was_signed)
}
