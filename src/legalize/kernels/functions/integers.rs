//! Functions of integers that are replaced by several instructions, and functions for integers and floating-point
//! numbers alike.

use super::call::Call;
use crate::error::Result;
use crate::llvm::{Opcode, Predicate, Value};

/// Returns the result of such a function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>) -> Result<Option<Value<'m>>> {
    if call.is_float(0) && call.name.base != "upsample" {
        return Ok(None);
    }
    let (ty, is_signed) = (call.ty(), call.is_signed(0));
    let one = |op: Opcode| call.op(op, call.arg(0)?, call.arg(1)?);
    let two = |signed: &'static str, unsigned: &'static str, a, b| {
        call.intrinsic(if is_signed { signed } else { unsigned }, ty, &[a, call.splat_like(b, ty)?])
    };
    let no = call.place.context.const_int(call.place.context.bool_type(), 0)?;
    Ok(Some(match call.name.base.as_str() {
        "abs" if !is_signed => call.arg(0)?,
        "abs" => call.intrinsic("llvm.abs", ty, &[call.arg(0)?, no])?,
        "abs_diff" => {
            let (a, b) = (call.arg(0)?, call.arg(1)?);
            let is_more = call.icmp(if is_signed { Predicate::Sgt } else { Predicate::Ugt }, a, b)?;
            call.select(is_more, call.op(Opcode::Sub, a, b)?, call.op(Opcode::Sub, b, a)?)?
        }
        "max" => two("llvm.smax", "llvm.umax", call.arg(0)?, call.arg(1)?)?,
        "min" => two("llvm.smin", "llvm.umin", call.arg(0)?, call.arg(1)?)?,
        "clamp" => {
            let low = two("llvm.smax", "llvm.umax", call.arg(0)?, call.arg(1)?)?;
            two("llvm.smin", "llvm.umin", low, call.arg(2)?)?
        }
        "clz" => call.intrinsic("llvm.ctlz", ty, &[call.arg(0)?, no])?,
        "ctz" => call.intrinsic("llvm.cttz", ty, &[call.arg(0)?, no])?,
        "bit_reverse" => call.intrinsic("llvm.bitreverse", ty, &[call.arg(0)?])?,
        "rotate" => call.intrinsic("llvm.fshl", ty, &[call.arg(0)?, call.arg(0)?, call.arg(1)?])?,
        "mul24" => one(Opcode::Mul)?,
        "mad24" => call.op(Opcode::Add, one(Opcode::Mul)?, call.arg(2)?)?,
        "hadd" | "rhadd" => average(call, is_signed)?,
        "mul_hi" => high(call, is_signed)?,
        "mad_hi" => call.op(Opcode::Add, high(call, is_signed)?, call.arg(2)?)?,
        "mad_sat" => mad_sat(call, is_signed)?,
        "upsample" => {
            let (high, low) = (call.arg(0)?, call.arg(1)?);
            let width = high.ty().scalar().int_width();
            let high = call.emit.cast(Opcode::ZExt, high, ty)?;
            let high = call.emit.with(Opcode::Shl, high, width.into())?;
            call.op(Opcode::Or, high, call.emit.cast(Opcode::ZExt, low, ty)?)?
        }
        "nan" => {
            let quiet = match ty.scalar().float_width() {
                64 => 0x7FF8_0000_0000_0000,
                32 => 0x7FC0_0000,
                _ => 0x7E00,
            };
            let bits = call.arg(0)?;
            call.as_type(call.op(Opcode::Or, bits, call.int(bits.ty(), quiet)?)?, ty)?
        }
        "bitfield_insert" => bitfield_insert(call)?,
        "bitfield_extract_signed" => bitfield_extract(call, true)?,
        "bitfield_extract_unsigned" => bitfield_extract(call, false)?,
        _ => return Ok(None),
    }))
}

fn average<'m>(call: &Call<'_, 'm>, is_signed: bool) -> Result<Value<'m>> {
    let (a, b) = (call.arg(0)?, call.arg(1)?);
    let shift = if is_signed { Opcode::AShr } else { Opcode::LShr };
    let half = call.emit.with(shift, call.op(Opcode::Xor, a, b)?, 1)?;
    match call.name.base.as_str() {
        "hadd" => call.op(Opcode::Add, call.op(Opcode::And, a, b)?, half),
        _ => call.op(Opcode::Sub, call.op(Opcode::Or, a, b)?, half),
    }
}

/// Returns the product of two integers with twice as many bits.
fn wide<'m>(call: &Call<'_, 'm>, is_signed: bool) -> Result<Value<'m>> {
    let ty = call.ty();
    let wide = call.emit.int_like(ty, ty.scalar().int_width() * 2)?;
    let extend = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let (a, b) = (call.emit.cast(extend, call.arg(0)?, wide)?, call.emit.cast(extend, call.arg(1)?, wide)?);
    call.op(Opcode::Mul, a, b)
}

fn high<'m>(call: &Call<'_, 'm>, is_signed: bool) -> Result<Value<'m>> {
    let product = wide(call, is_signed)?;
    let high = call.emit.with(Opcode::LShr, product, call.ty().scalar().int_width().into())?;
    call.emit.cast(Opcode::Trunc, high, call.ty())
}

fn mad_sat<'m>(call: &Call<'_, 'm>, is_signed: bool) -> Result<Value<'m>> {
    let (ty, width) = (call.ty(), call.ty().scalar().int_width());
    let product = wide(call, is_signed)?;
    let extend = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let sum = call.op(Opcode::Add, product, call.emit.cast(extend, call.arg(2)?, product.ty())?)?;
    let one_less = u64::MAX >> (64 - width.min(64));
    let clamped = match is_signed {
        true => {
            let top = call.emit.int(ty, one_less >> 1)?;
            let most = call.emit.cast(Opcode::SExt, top, sum.ty())?;
            let least = call.emit.cast(Opcode::SExt, call.emit.int(ty, 1 << (width - 1))?, sum.ty())?;
            let low = call.intrinsic("llvm.smax", sum.ty(), &[sum, least])?;
            call.intrinsic("llvm.smin", sum.ty(), &[low, most])?
        }
        false => {
            let most = call.emit.cast(Opcode::ZExt, call.emit.int(ty, one_less)?, sum.ty())?;
            call.intrinsic("llvm.umin", sum.ty(), &[sum, most])?
        }
    };
    call.emit.cast(Opcode::Trunc, clamped, ty)
}

/// Returns the offset and the count of a bit field, in each lane of the result's type.
fn range<'m>(call: &Call<'_, 'm>, first: u32) -> Result<(Value<'m>, Value<'m>)> {
    let ty = call.ty();
    let resized = |index: u32| {
        let number = call.emit.resize(call.arg(index)?, ty.scalar(), false)?;
        call.splat_like(number, ty)
    };
    Ok((resized(first)?, resized(first + 1)?))
}

fn bitfield_insert<'m>(call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let ty = call.ty();
    let (base, insert) = (call.arg(0)?, call.arg(1)?);
    let (offset, count) = range(call, 2)?;
    let mask = mask(call, count)?;
    // A shift by all bits is none: nothing is inserted then.
    let width = call.int(ty, ty.scalar().int_width().into())?;
    let is_out = call.icmp(Predicate::Uge, offset, width)?;
    let offset = call.select(is_out, call.int(ty, 0)?, offset)?;
    let field = call.op(Opcode::Shl, mask, offset)?;
    let moved = call.op(Opcode::And, call.op(Opcode::Shl, insert, offset)?, field)?;
    let kept = call.op(Opcode::And, base, call.op(Opcode::Xor, field, call.int(ty, u64::MAX)?)?)?;
    call.op(Opcode::Or, kept, moved)
}

/// Returns an integer whose lowest `count` bits are set.
fn mask<'m>(call: &Call<'_, 'm>, count: Value<'m>) -> Result<Value<'m>> {
    let ty = count.ty();
    let width = call.int(ty, ty.scalar().int_width().into())?;
    let all = call.int(ty, u64::MAX)?;
    let is_none = call.icmp(Predicate::Eq, count, call.int(ty, 0)?)?;
    let shift = call.select(is_none, call.int(ty, 0)?, call.op(Opcode::Sub, width, count)?)?;
    call.select(is_none, call.int(ty, 0)?, call.op(Opcode::LShr, all, shift)?)
}

fn bitfield_extract<'m>(call: &Call<'_, 'm>, is_signed: bool) -> Result<Value<'m>> {
    let ty = call.ty();
    let base = call.arg(0)?;
    let (offset, count) = range(call, 1)?;
    let (zero, width) = (call.int(ty, 0)?, call.int(ty, ty.scalar().int_width().into())?);
    let is_none = call.icmp(Predicate::Eq, count, zero)?;
    let above = call.op(Opcode::Sub, call.op(Opcode::Sub, width, offset)?, count)?;
    let left = call.select(is_none, zero, above)?;
    let right = call.select(is_none, zero, call.op(Opcode::Sub, width, count)?)?;
    let high = call.op(Opcode::Shl, base, left)?;
    let field = call.op(if is_signed { Opcode::AShr } else { Opcode::LShr }, high, right)?;
    call.select(is_none, zero, field)
}
