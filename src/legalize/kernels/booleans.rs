//! Vectors of booleans in memory: they become integers whose bits are the lanes, as in LLVM's memory, since booleans
//! have no size in SPIR-V.

use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Type, Value};

/// Returns whether a type is a vector of several booleans; a vector of one is treated as a boolean elsewhere.
pub fn is_vector(ty: Type<'_>) -> bool {
    ty.is_vector() && ty.count() > 1 && ty.scalar().is_int_of(1)
}

/// Returns the integer type with as many bytes as a vector of booleans has in memory.
pub fn stored<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let bytes = place.module.layout().abi_size(ty).unwrap_or(1);
    place.context.int_type((bytes * 8) as u32)
}

/// Returns the integer constant for a constant vector of booleans.
pub fn constant<'m>(place: &Place<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let lanes = (0..value.ty().count().min(64) as u32).filter_map(|lane| Some((lane, value.aggregate_element(lane)?)));
    let bits = lanes.fold(0u64, |bits, (lane, of)| bits | of.int_value().unwrap_or(0) << lane);
    place.context.const_int(ty, bits)
}

/// Replaces the loads and stores of vectors of booleans.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all {
        let operand = |index: u32| inst.operand(index).ok_or_else(|| Error::internal("an access without an operand"));
        match inst.opcode() {
            Some(Opcode::Load) if is_vector(inst.ty()) => {
                emit.builder.position_before(inst)?;
                let word = emit.builder.load(stored(place, inst.ty())?, operand(0)?)?;
                let mut lanes = Vec::new();
                for lane in 0..inst.ty().count() {
                    let bit = emit.with(Opcode::LShr, word, lane)?;
                    lanes.push(emit.cast(Opcode::Trunc, bit, inst.ty().scalar())?);
                }
                word.set_alignment(inst.alignment())?;
                word.set_volatile(inst.is_volatile())?;
                inst.replace_uses(emit.vector(&lanes)?)?;
            }
            Some(Opcode::Store) if is_vector(operand(0)?.ty()) => {
                emit.builder.position_before(inst)?;
                let value = operand(0)?;
                let ty = stored(place, value.ty())?;
                let mut word = place.context.const_int(ty, 0)?;
                for lane in 0..value.ty().count() {
                    let bit = emit.cast(Opcode::ZExt, emit.lane(value, lane as u32)?, ty)?;
                    word = emit.binary(Opcode::Or, word, emit.with(Opcode::Shl, bit, lane)?)?;
                }
                let store = emit.builder.store(word, operand(1)?)?;
                store.set_alignment(inst.alignment())?;
                store.set_volatile(inst.is_volatile())?;
            }
            _ => continue,
        }
        inst.erase()?;
    }
    Ok(())
}
