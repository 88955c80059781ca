//! Bitcasts of vectors that are too long for shaders: they are split into lanes.

use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Type, Value};

/// The length of the longest vectors in shaders.
const LONGEST: u64 = 4;

/// Replaces the bitcasts of long vectors.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all.into_iter().filter(|inst| inst.is_op(Opcode::BitCast)) {
        let value = inst.operand(0).ok_or_else(|| Error::internal("a cast of nothing"))?;
        let is_long = |ty: Type<'m>| ty.is_vector() && ty.count() > LONGEST;
        if !is_long(value.ty()) && !is_long(inst.ty()) || width(value.ty()) == width(inst.ty()) {
            continue;
        }
        emit.builder.position_before(inst)?;
        let made = cast(&emit, value, inst.ty())?;
        inst.replace_uses(made)?;
        inst.erase()?;
    }
    Ok(())
}

fn width(ty: Type<'_>) -> u32 {
    ty.scalar().int_width().max(ty.scalar().float_width())
}

fn cast<'m>(emit: &Emit<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let (from, to) = (width(value.ty()), width(ty));
    let (from_int, to_int) = (emit.context.int_type(from)?, emit.context.int_type(to)?);
    let count = if ty.is_vector() { ty.count() as u32 } else { 1 };
    let source = |lane: u32| emit.cast(Opcode::BitCast, emit.lane(value, lane)?, from_int);
    let mut lanes = Vec::new();
    for lane in 0..count {
        let bits = if to < from {
            let (whole, part) = (lane * to / from, lane * to % from);
            let shifted = emit.with(Opcode::LShr, source(whole)?, part.into())?;
            emit.cast(Opcode::Trunc, shifted, to_int)?
        } else {
            let mut whole = emit.context.const_int(to_int, 0)?;
            for part in 0..to / from {
                let wide = emit.cast(Opcode::ZExt, source(lane * (to / from) + part)?, to_int)?;
                let moved = emit.with(Opcode::Shl, wide, (part * from).into())?;
                whole = emit.binary(Opcode::Or, whole, moved)?;
            }
            whole
        };
        lanes.push(emit.cast(Opcode::BitCast, bits, ty.scalar())?);
    }
    emit.vector(&lanes)
}
